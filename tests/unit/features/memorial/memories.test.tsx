import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startUpload } from '@/data/files/uploads'
import { Memories } from '@/features/memorial/memories/memories'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

vi.mock('@/data/files/uploads', async (original) => ({
  ...(await original<typeof import('@/data/files/uploads')>()),
  startUpload: vi.fn(),
}))

const ownerId = '22222222-2222-4222-8222-222222222222'
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
} as Parameters<typeof Memories>[0]['owner']
const times = { created_at: '2026-11-20T10:00:00+00:00', updated_at: '2026-11-20T10:00:00+00:00' }
const ofTom = {
  id: 'm1',
  author_id: '33333333-3333-4333-8333-333333333333',
  guest_id: null,
  author_name: 'Tom Ellis',
  words: 'She taught me to swim.',
  picture_path: null,
  is_hidden: false,
  ...times,
}
const ofAnna = { ...ofTom, id: 'm2', author_id: anna.id, author_name: 'Anna Ellis', words: 'The blue boat.' }

function open(rows: object[], routes: Routes = {}, role: 'executor' | 'beneficiary' = 'beneficiary') {
  const calls = fakeSupabase({ 'GET memories': json(rows), ...routes })
  const page = renderPage({
    page: () => <Memories owner={owner} role={role} />,
    pattern: patterns.memorial,
    at: `/memorial/${ownerId}`,
  })
  return { calls, ...page }
}
const bodyOf = (calls: ReturnType<typeof open>['calls'], wanted: string) =>
  calls.find(({ route }) => route === wanted)?.body

async function openDialog(routes: Routes = {}) {
  const { calls, user } = open([], routes)
  await user.click(await screen.findByRole('button', { name: 'Leave a memory' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave a memory' }))
  return { calls, user, dialog, leave: dialog.getByRole('button', { name: 'Leave this memory' }) }
}

beforeEach(() => {
  fakeSupabase({})
  vi.mocked(startUpload).mockReset()
  return signIn()
})

describe('list', () => {
  test('the memories of an owner are shown with who left them and when, and can be loaded again after an error', async () => {
    const { user } = open([], { 'GET memories': [refusal('57014', 500), json([ofTom])] })
    expect(await screen.findByText('Unable to load the memories')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('She taught me to swim.')).toBeVisible()
    expect(screen.getByText('Tom Ellis, Nov 20, 2026')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Hide|Delete/ })).toBeNull()
  })

  test('the memories of an owner say that there is none yet, and how to begin', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: 'No memories yet' })).toBeVisible()
    expect(screen.getByText(/A line is enough/)).toBeVisible()
  })

  test('the memories of an owner say of a guest of the service that they are one', async () => {
    open([{ ...ofTom, author_id: null, guest_id: 'g1', author_name: 'Gus Gardner' }, ofAnna])
    expect(await screen.findByText('Gus Gardner, a guest of the service, Nov 20, 2026')).toBeVisible()
    expect(screen.getByText('Anna Ellis, Nov 20, 2026')).toBeVisible()
  })

  test('the memories of an owner show a photo, without the client for files', async () => {
    const path = `${ownerId}/${anna.id}/1-picture.jpg`
    open([{ ...ofTom, picture_path: path }], {
      [`POST storage/object/sign/memories/${path}`]: json({ signedURL: '/object/sign/x?token=t' }),
    })
    expect(await screen.findByRole('img', { name: 'Photo from Tom Ellis' })).toHaveAttribute(
      'src',
      expect.stringContaining('token=t'),
    )
  })
})

describe('memory', () => {
  test('a memory is left with words alone, and says who will read it', async () => {
    const { calls, user, dialog, leave } = await openDialog({ 'POST memories': json(ofAnna, 201) })
    expect(dialog.getByText(/Everyone who can see Margaret Ellis’s memorial can read it/)).toBeVisible()
    await user.type(dialog.getByLabelText(/^What do you remember/), ' The blue boat. ')
    await user.click(leave)
    expect(await screen.findByText('Memory added')).toBeVisible()
    expect(bodyOf(calls, 'POST memories')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      owner_id: ownerId,
      words: 'The blue boat.',
    })
  })

  test('a memory without words and photo is not left: the form says what it needs', async () => {
    const { calls, user, dialog, leave } = await openDialog()
    const words = dialog.getByRole('textbox', {
      name: 'What do you remember of Margaret Ellis?',
      description: 'Write something, add a photo, or both.',
    })
    await user.type(words, ' ')
    await user.click(leave)
    expect(await dialog.findByText('Please write something, or add a photo.')).toBeVisible()
    expect(words).toHaveFocus()
    expect(bodyOf(calls, 'POST memories')).toBeUndefined()
  })

  test('a memory is left once when the answer to the first try was lost', async () => {
    const { user, dialog, leave } = await openDialog({
      'POST memories': refusal('23505', 409),
      'GET memories': [json([]), json(ofAnna), json([ofAnna])],
    })
    await user.type(dialog.getByLabelText(/^What do you remember/), 'The blue boat.')
    await user.click(leave)
    expect(await screen.findByText('Memory added')).toBeVisible()
    expect(await screen.findByText('Anna Ellis, Nov 20, 2026')).toBeVisible()
  })

  test('a memory stays in the dialog when it is refused', async () => {
    const { user, dialog, leave } = await openDialog({ 'POST memories': refusal('HW040', 400, '100') })
    const words = dialog.getByLabelText(/^What do you remember/)
    await user.type(words, 'The blue boat.')
    await user.click(leave)
    expect(await dialog.findByText('Your memory wasn’t added')).toBeVisible()
    expect(words).toHaveValue('The blue boat.')
  })

  test('a memory is taken back by its author, after a question', async () => {
    const { calls, user } = open([ofAnna, ofTom], { 'DELETE memories': json([{ id: 'm2' }]) })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete this memory?' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Memory removed')).toBeVisible()
    expect(calls.find(({ route }) => route === 'DELETE memories')?.url.searchParams.get('id')).toBe('eq.m2')
  })

  test('a memory is hidden and shown again by an executor', async () => {
    const { calls, user } = open(
      [],
      {
        'GET memories': [json([ofTom]), json([{ ...ofTom, is_hidden: true }])],
        'PATCH memories': json({ id: 'm1' }),
      },
      'executor',
    )
    await user.click(await screen.findByRole('button', { name: 'Hide: the memory from Tom Ellis' }))
    expect(await screen.findByText('Only executors and Tom Ellis can see this.')).toBeVisible()
    expect(bodyOf(calls, 'PATCH memories')).toEqual({ is_hidden: true })
    expect(screen.getByRole('button', { name: 'Show again: the memory from Tom Ellis' })).toBeVisible()
  })

  test('a memory that could not be hidden says so beside the button', async () => {
    const { user } = open([ofTom], { 'PATCH memories': offline }, 'executor')
    await user.click(await screen.findByRole('button', { name: 'Hide: the memory from Tom Ellis' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Nothing was changed: We couldn’t reach the server\./,
    )
  })

  test('a memory that is hidden says so to its author', async () => {
    open([{ ...ofAnna, is_hidden: true }])
    expect(await screen.findByText('Only you and the executor can see this.')).toBeVisible()
  })

  test('with a photo that this browser cannot open is not left', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
    const { user, dialog, leave } = await openDialog()
    const photo = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'us.jpg', { type: 'image/jpeg' })
    await user.upload(dialog.getByLabelText('Photo'), photo)
    expect(await dialog.findByText(/This browser can’t open this photo/)).toBeVisible()
    await user.click(leave)
    expect(await dialog.findByText('Please write something, or add a photo.')).toBeVisible()
    expect(startUpload).not.toHaveBeenCalled()
  })
})
