import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { patterns } from '@/lib/paths'
import type { Message } from '@/parts/messages'
import { readLetterDrafts } from '@/parts/messages/letter/letter-draft'
import { Component as VideosPage } from '@/parts/messages/page'
import { anna, fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { profileOf } from '../../features/profile/profile-of'
import { renderPage } from '../../render'
import { tom } from './tom'

// The page imports this dialog lazily; importing it up front saves the tests from waiting.
beforeAll(() => import('@/parts/messages/dialog'))

const letter: Message = {
  id: '33333333-3333-4333-8333-333333333333',
  user_id: anna.id,
  title: 'For Tom',
  storage_path: null,
  body: 'Dear Tom,\n\nbe well.',
  for_beneficiary: null,
  deliver_on: null,
  transcript: null,
  captions: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}

interface Opened {
  routes?: Routes
  search?: string
  plan?: 'open' | 'lapsed' | 'frozen'
}

function open(messages: Message[], { routes = {}, search = '', plan = 'open' }: Opened = {}) {
  const calls = fakeSupabase({
    'GET video_messages': json(messages),
    'GET designations': json([tom]),
    'GET profiles': json({ ...profileOf(anna.id), visibility_hold: true }),
    ...routes,
  })
  const view = renderPage({
    page: VideosPage,
    pattern: patterns.videos,
    gated: true,
    at: patterns.videos + search,
    plan,
  })
  const sent = (route: string) => calls.filter((call) => call.route === route).map(({ body }) => body)
  return { calls, sent, ...view }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const post = 'POST video_messages'
const patch = 'PATCH video_messages'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fakeSupabase({})
  return async () => {
    cleanup()
    vi.useRealTimers()
  }
})
beforeEach(() => signIn())

/** Opens a letter, and writes into it. */
async function write(view: ReturnType<typeof open>, words: string) {
  await view.user.click(await button('Write a letter'))
  const field = await screen.findByLabelText('Your letter')
  await view.user.type(field, words)
  return field
}
const everyone = () => screen.findByRole('radio', { name: /^Everyone/ })

describe('writing', () => {
  test('a letter is saved while it is written, once it says who receives it, and a later pause changes the same row', async () => {
    const view = open([], {
      routes: {
        [post]: json({ ...letter, updated_at: '2026-11-02T10:00:00+00:00' }, 201),
        [patch]: json([{ ...letter, updated_at: '2026-11-03T10:00:00+00:00' }]),
      },
    })
    const field = await write(view, 'Dear Tom, ')
    await later(5)
    expect(view.sent(post)).toEqual([])
    expect(screen.getByText(/^This device keeps what you write\. Choose who receives it/)).toBeVisible()
    await view.user.click(await everyone())
    await later(2.1)
    expect(await screen.findByText('Saved.')).toBeVisible()
    expect(view.sent(post)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: anna.id,
        title: 'Untitled Letter',
        body: 'Dear Tom, ',
        for_beneficiary: null,
        deliver_on: null,
      },
    ])
    expect(readLetterDrafts(anna.id)).toEqual([])
    expect(field, 'a space at the end must not go while the next word is typed').toHaveValue('Dear Tom, ')
    await view.user.type(field, 'be well.')
    await later(2.1)
    await waitFor(() => expect(view.sent(patch)).toMatchObject([{ body: 'Dear Tom, be well.' }]))
    const changed = view.calls.find(({ route }) => route === patch)
    expect(changed?.url.searchParams.get('updated_at')).toBe('eq.2026-11-02T10:00:00+00:00')
  })

  test('a letter of a plan that is shared now is saved only when the owner says so', async () => {
    const view = open([], {
      routes: {
        [post]: json(letter, 201),
        'GET profiles': json({ ...profileOf(anna.id), visibility_hold: false }),
      },
    })
    await write(view, 'Dear Tom')
    await view.user.click(await everyone())
    await later(10)
    expect(view.sent(post)).toEqual([])
    expect(screen.getByText(/Your plan is shared now, so we’ll save it when you press/)).toBeVisible()
    await view.user.click(await button('Save letter'))
    expect(await screen.findByText('Letter saved')).toBeVisible()
    expect(view.sent(post)).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('an opener is put into the letter and left out again', async () => {
    const view = open([])
    const field = await write(view, 'Dear Tom,')
    await view.user.click(screen.getByText('Not sure how to begin?'))
    await view.user.click(await button('Put in: There’s something I never told you:'))
    expect(field).toHaveValue('Dear Tom,\n\nThere’s something I never told you: ')
    await view.user.click(await button('Leave out: There’s something I never told you:'))
    expect(field).toHaveValue('Dear Tom,')
  })

  test('a letter without words or a reader is not sent, and the field says what is missing', async () => {
    const view = open([])
    await view.user.click(await button('Write a letter'))
    await view.user.click(await button('Save letter'))
    expect(await screen.findByText('Choose who receives it.')).toBeVisible()
    expect(screen.getByText('Write a few words first.')).toBeVisible()
    expect(view.sent(post)).toEqual([])
  })

  test('closing a letter that says who receives it saves it', async () => {
    const view = open([], { routes: { [post]: json(letter, 201) } })
    await write(view, 'Dear Tom')
    await view.user.click(await everyone())
    const dialog = within(screen.getByRole('dialog'))
    await view.user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    expect(await screen.findByText('Letter saved')).toBeVisible()
    expect(view.sent(post)).toHaveLength(1)
    expect(await screen.findByText('Read your letter')).toBeVisible()
  })
})

describe('keeping', () => {
  test('what was written is there again after the tab was closed, and saved under the same id', async () => {
    const view = open([])
    await write(view, 'Dear Tom')
    view.unmount()
    sessionStorage.clear()
    const again = open([], { routes: { [post]: json(letter, 201) } })
    expect(await screen.findByText('A letter isn’t saved')).toBeVisible()
    const [draft] = readLetterDrafts(anna.id)
    await again.user.click(await button('Continue writing'))
    expect(await screen.findByLabelText('Your letter')).toHaveValue('Dear Tom')
    expect(screen.getByText(/^This is what you wrote before\./)).toBeVisible()
    await again.user.click(await everyone())
    await again.user.click(await button('Save letter'))
    expect(await screen.findByText('Letter saved')).toBeVisible()
    expect(again.sent(post)).toMatchObject([{ id: draft?.id, body: 'Dear Tom' }])
    expect(readLetterDrafts(anna.id)).toEqual([])
    expect(screen.queryByText('A letter isn’t saved')).toBeNull()
  })

  test('a page that is loaded again while a letter is written shows it again, also when it was saved meanwhile', async () => {
    const view = open([], {
      routes: { [post]: (call) => json({ ...letter, ...Object(call.body) }, 201)(call) },
    })
    await write(view, 'Dear Tom')
    await view.user.click(await everyone())
    await later(2.1)
    await screen.findByText('Saved.')
    const row = { ...letter, ...Object(view.sent(post)[0]) }
    view.unmount()
    open([row], { search: '?add=letter' })
    expect(await screen.findByLabelText('Your letter')).toHaveValue('Dear Tom')
    expect(screen.queryByText(/^This is what you wrote before/)).toBeNull()
  })

  test('without a connection a letter stays on the device, is tried again by itself, and can be closed', async () => {
    const view = open([], { routes: { [post]: [offline, json(letter, 201)] } })
    await write(view, 'Dear Tom')
    await view.user.click(await everyone())
    await later(2.1)
    expect(await screen.findByText('Error: not saved')).toBeVisible()
    expect(screen.getByText('This device keeps what you write.')).toBeVisible()
    expect(readLetterDrafts(anna.id)).toMatchObject([{ values: { body: 'Dear Tom' } }])
    await later(15.1)
    expect(await screen.findByText('Saved.')).toBeVisible()
    expect(readLetterDrafts(anna.id)).toEqual([])
  })

  test('a letter that the database refuses, because the trial is over, stays on the device and can be closed', async () => {
    const view = open([], { routes: { [post]: refusal('42501', 403) } })
    await write(view, 'Dear Tom')
    await view.user.click(await everyone())
    await later(2.1)
    expect(await screen.findByText(/You can’t change your plan right now/)).toBeVisible()
    await later(30)
    expect(view.sent(post)).toHaveLength(1)
    const dialog = within(screen.getByRole('dialog'))
    await view.user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    expect(await screen.findByText('A letter isn’t saved')).toBeVisible()
    expect(readLetterDrafts(anna.id)).toHaveLength(1)
  })

  test('a plan that cannot be changed shows what was written to be copied, and lets go of it only when asked to', async () => {
    const view = open([])
    await write(view, 'Dear Tom')
    view.unmount()
    const { user } = open([], { plan: 'lapsed' })
    expect(await screen.findByText(/You can copy it from here/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue writing' })).toBeNull()
    await user.click(screen.getByText('What you wrote'))
    expect(screen.getByText('Dear Tom')).toBeVisible()
    await user.click(await button('Discard'))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Keep it' }))
    expect(readLetterDrafts(anna.id)).toHaveLength(1)
    await user.click(await button('Discard'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(readLetterDrafts(anna.id)).toEqual([]))
    expect(screen.queryByText('A letter isn’t saved')).toBeNull()
  })

  test('a letter that was changed in another window is not overwritten', async () => {
    const view = open([letter], {
      routes: {
        [patch]: json([]),
        'GET video_messages': (call) =>
          json(
            call.url.searchParams.has('id')
              ? { ...letter, updated_at: '2026-12-01T10:00:00+00:00' }
              : [letter],
          )(call),
      },
    })
    await view.user.click(await button('Edit For Tom'))
    await view.user.type(await screen.findByLabelText('Your letter'), '!')
    await later(2.1)
    expect(await screen.findByText('Not saved: this letter was changed in another window')).toBeVisible()
    await later(30)
    expect(view.sent(patch)).toHaveLength(1)
    expect(readLetterDrafts(anna.id)).toMatchObject([{ id: letter.id, values: { body: `${letter.body}!` } }])
  })
})

describe('list', () => {
  test('the list of messages shows a letter with its words, its reader and its day, to be printed by itself', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = open([{ ...letter, for_beneficiary: 7, deliver_on: '2040-06-15' }])
    const card = await screen.findByRole('listitem')
    expect(card).toHaveTextContent('Only Tom Ellis (Beneficiary)')
    expect(card).toHaveTextContent('From Jun 15, 2040 on')
    await user.click(within(card).getByRole('button', { name: 'Print this letter: For Tom' }))
    expect(print).toHaveBeenCalledOnce()
    const sheet = document.querySelector('body > .letter-sheet')
    expect(sheet).toHaveTextContent('For TomDear Tom, be well.')
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(document.querySelector('.letter-sheet')).toBeNull()
  })

  test('a letter is deleted after a question', async () => {
    const { user } = open([letter], { routes: { 'DELETE video_messages': json([letter]) } })
    await user.click(await button('Delete For Tom'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('No one will receive this letter. This can’t be undone.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Letter deleted')).toBeVisible()
  })
})
