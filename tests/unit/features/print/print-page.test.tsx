import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pageStyle } from '@/features/print/binder'
import { Component as MemorialPrintPage } from '@/features/print/memorial-print-page'
import { Component as PrintPage } from '@/features/print/print-page'
import { paths, patterns } from '@/lib/paths'
import { designation } from '../../designation'
import { anna, fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { fullNotes, healthPaper } from '../../parts/health/rows'
import { renderPage } from '../../render'

const times = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-01T10:00:00+00:00' }
const owner = {
  user_id: anna.id,
  full_name: 'Margaret Ellis',
  visibility_hold: true,
  death_review: 'none',
  ...times,
}

const empty: Routes = {
  'GET profiles': json(owner),
  'GET designations': json([]),
  'GET funeral_plan': json(null),
  'GET estate_documents': json([]),
  'GET video_messages': json([]),
  'GET contacts': json([]),
  'GET financial_accounts': json([]),
  'GET insurance_policies': json([]),
  'GET home_items': json([]),
  'GET portraits': json([]),
}

const open = () => renderPage({ page: PrintPage, pattern: patterns.print })
// Finds a section by its text, because finding by role takes seconds in a document of this length.
function section(title: string): HTMLElement {
  const found = screen.getByText(title, { selector: 'h2 span' }).closest('section')
  if (!found) throw new Error(`no section ${title}`)
  return found
}
const title = () => screen.findByText('Margaret Ellis’s plan')
const printButton = () => screen.getByText('Print')

beforeEach(() => {
  fakeSupabase({})
  window.print = vi.fn()
  return signIn()
})

describe('owner', () => {
  test('the owner’s printed binder lists everything that is not filled in when the plan is empty', async () => {
    fakeSupabase(empty)
    const { user } = open()
    expect(await title()).toBeVisible()
    expect([...section('Contents').querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
      'Funeral wishes',
      'Music',
      'Beneficiaries and trustees',
      'People to tell',
      'Messages',
      'Life insurance',
      'Financial accounts',
      'Wills and trusts',
      'Home and pets',
      'What’s missing',
    ])
    expect(screen.getByText(/^No funeral wishes are written down here\./)).toBeVisible()
    const gaps = section('What’s missing')
    expect([...gaps.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'Which funeral home to call',
      'Burial or cremation',
      'What kind of service',
      'Who’s in charge as executor',
      'Who should be told',
      'Which life insurance there is',
      'Which banks to tell',
      'Where the will is',
      'Who or what waits at home',
    ])
    await user.click(printButton())
    expect(window.print).toHaveBeenCalledOnce()
  })

  test('the owner’s printed binder says that nothing is missing only where no step misses anything', async () => {
    const ruth = { id: 'c1', name: 'Ruth', phone: '555-0114', email: null, relation: null, invitee: false }
    const policy = { id: 'p1', provider: 'Alder', policy_number: 'A-1', coverage_amount: null }
    const will = { id: 'd1', doc_type: 'will', description: 'Last will', file_path: 'x/will.pdf', ...times }
    const keys = { id: 'h1', kind: 'keys', name: 'Front door', location: 'Under the pot' }
    const plan = { disposition: 'burial', funeral_home: 'Alder & Sons, 555-0134', service_type: 'memorial' }
    const executor = designation({
      id: 1,
      owner_name: 'Margaret Ellis',
      person_name: 'Tom Ellis',
      person_email: 'tom@example.com',
      invited_at: times.created_at,
    })
    const full: Routes = {
      ...empty,
      'GET designations': json([executor]),
      'GET funeral_plan': json(plan),
      'GET contacts': json([ruth]),
      'GET insurance_policies': json([policy]),
      'GET financial_accounts': json([{ id: 'a1', category: 'bank', institution: 'Riverside' }]),
      'GET estate_documents': json([{ ...will, original_location: 'In the desk' }]),
      'GET home_items': json([{ ...keys, care: null, contact: null, caretaker: null }]),
    }
    fakeSupabase(full)
    const { unmount } = open()
    expect(await title()).toBeVisible()
    expect(section('Contents')).toHaveTextContent(/10What’s missingNothing is missing/)
    expect(section('What’s missing')).toHaveTextContent(
      /Nothing is missing that an executor would have to find out\.$/,
    )
    unmount()
    fakeSupabase({ ...full, 'GET estate_documents': json([{ ...will, original_location: null }]) })
    open()
    expect(await title()).toBeVisible()
    expect(section('Contents')).toHaveTextContent(/10What’s missing1 thing/)
  })

  test('the owner’s printed binder begins with the portrait', async () => {
    const portrait = {
      id: 'f1',
      picture_path: null,
      born_on: '1948-03-03',
      born_in: null,
      remembered_by: 'Room.',
    }
    fakeSupabase({ ...empty, 'GET portraits': json([{ ...portrait, ...times }]) })
    open()
    expect(await screen.findByText('Room.')).toBeVisible()
    expect(screen.getByText('Born on Mar 3, 1948')).toBeVisible()
  })

  test('the owner’s printed binder is not shown and cannot be printed while one of its lists cannot be loaded', async () => {
    fakeSupabase({ ...empty, 'GET contacts': [refusal('57014', 500), json([])] })
    const { user } = open()
    expect(await screen.findByText('Unable to load the plan')).toBeVisible()
    expect(screen.queryByText('Contents')).toBeNull()
    expect(printButton()).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await title()).toBeVisible()
    expect(printButton()).toBeEnabled()
  })

  test('the owner’s printed binder leaves out revoked people, and the words of messages for one person only', async () => {
    const person = (id: number, person_name: string, revoked_at: string | null) =>
      designation({
        id,
        owner_name: 'Margaret Ellis',
        person_name,
        person_email: 'someone@example.com',
        invited_at: times.created_at,
        revoked_at,
      })
    const message = (id: string, for_beneficiary: number | null) => ({
      id,
      user_id: anna.id,
      title: `Message ${id}`,
      storage_path: `${anna.id}/${id}.webm`,
      for_beneficiary,
      deliver_on: null,
      transcript: `Words of ${id}.`,
      body: null,
      captions: null,
      ...times,
    })
    fakeSupabase({
      ...empty,
      'GET designations': json([person(1, 'Tom Ellis', null), person(2, 'Rita Moss', times.created_at)]),
      'GET video_messages': json([message('a', null), message('b', 1)]),
    })
    open()
    expect(
      await screen.findByText(/Tom Ellis \(someone@example.com\), who is named as executor/),
    ).toBeVisible()
    expect(screen.queryByText(/Rita Moss/)).toBeNull()
    // Tom has not answered yet: on paper he is no one who could open the plan.
    expect(screen.getByText(/accept the invitation if they haven’t yet/)).toBeVisible()
    // On paper no one can look up what a role means.
    expect(section('Beneficiaries and trustees')).toHaveTextContent(
      /unless Margaret Ellis chose otherwise for someone\.Tom EllisExecutor\. Full access to manage everything\. Carries out Margaret Ellis’s wishes .* Can’t change it\.someone@/,
    )
    const messages = within(section('Messages'))
    expect(messages.getByText('Words of a.')).toBeVisible()
    expect(messages.queryByText('Words of b.')).toBeNull()
    expect(messages.getByText('Only Tom Ellis (Executor)')).toBeVisible()
    expect(messages.getByText(/private to that person, so it isn’t printed/)).toBeVisible()
  })
})

describe('designee', () => {
  const pattern = patterns.memorialPrint
  const at = paths.memorialPrint('99999999-9999-4999-8999-999999999999')
  const access = (can_view: boolean, can_view_finances: boolean) =>
    json({
      role: 'trustee',
      can_view,
      can_view_finances,
      parts: can_view ? partsOpenTo(can_view_finances ? 'trustee' : 'beneficiary') : [],
      certificate_submitted_at: null,
      open_early_until: null,
    })

  test('a designee’s printed binder records each part it shows in the access history', async () => {
    const calls = fakeSupabase({
      ...empty,
      'POST rpc/memorial_access': access(true, true),
      'POST rpc/record_view': json(null),
    })
    renderPage({ page: MemorialPrintPage, pattern, at })
    expect(await screen.findByText(/: Margaret Ellis named you as trustee\.$/)).toBeVisible()
    expect(screen.queryByText('Beneficiaries and trustees')).toBeNull()
    const seen = calls.flatMap(({ route, body }) => (route === 'POST rpc/record_view' ? [body] : []))
    expect(seen).toEqual(
      ['funeral', 'music', 'contacts', 'messages', 'portrait', 'accounts', 'documents', 'home'].map(
        (part) => ({
          owner_id: '99999999-9999-4999-8999-999999999999',
          section: part,
        }),
      ),
    )
  })

  test('a designee’s printed binder of a closed plan is neither shown nor recorded in the access history', async () => {
    const calls = fakeSupabase({ ...empty, 'POST rpc/memorial_access': access(false, false) })
    renderPage({ page: MemorialPrintPage, pattern, at })
    expect(await screen.findByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeVisible()
    expect(screen.queryByText('Print')).toBeNull()
    expect(calls.some(({ route }) => route === 'POST rpc/record_view')).toBe(false)
  })

  test('a designee’s printed binder leaves the screen when the plan was closed meanwhile and the page comes back to the front', async () => {
    fakeSupabase({
      ...empty,
      'POST rpc/memorial_access': [access(true, true), access(false, false)],
      'POST rpc/record_view': json(null),
    })
    renderPage({ page: MemorialPrintPage, pattern, at })
    expect(await screen.findByText(/: Margaret Ellis named you as trustee\.$/)).toBeVisible()
    fireEvent(document, new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeVisible()
    expect(screen.queryByText(/named you as trustee/)).toBeNull()
  })
})

test('a name with special characters is escaped in the style sheet of the printed pages', () => {
  const style = pageStyle('"} * { display: none } \\ 李 </style>', [
    { id: 'music', number: 2, title: 'Music' },
  ])
  expect(style).toContain(
    String.raw`content: "\22 \7d  \2a  \7b  display\3a  none \7d  \5c  \674e  \3c \2f style\3e "`,
  )
  expect(style).not.toContain('display: none')
})

describe('health', () => {
  const contents = () => [...section('Contents').querySelectorAll('a')].map(({ textContent }) => textContent)
  const gapsText = () => section('What’s missing').textContent

  test('the binder leaves health out while nothing is written down, and asks for nothing about it', async () => {
    fakeSupabase(empty)
    open()
    expect(await title()).toBeVisible()
    expect(contents().join()).not.toMatch(/health/i)
    expect(gapsText()).not.toMatch(/Blood thinner|health/i)
  })

  test('the binder prints the notes about health and the signed papers after all that everyone has', async () => {
    fakeSupabase({
      ...empty,
      'GET health_notes': json([{ ...fullNotes, implants: null }]),
      'GET health_papers': json([healthPaper('health_proxy')]),
    })
    open()
    expect(await title()).toBeVisible()
    expect(contents().slice(-3)).toEqual(['Signed health papers', 'Health and care', 'What’s missing'])
    expect(section('Health and care')).toHaveTextContent('AllergiesPenicillin')
    expect(section('Signed health papers')).toHaveTextContent('Blue folder')
    expect(contents().indexOf('Beneficiaries and trustees')).toBe(2)
  })

  test('the binder prints the signed papers alone when there are no notes about health', async () => {
    fakeSupabase({ ...empty, 'GET health_papers': json([healthPaper('polst')]) })
    open()
    expect(await title()).toBeVisible()
    expect(contents()).toContain('Signed health papers')
    expect(contents()).not.toContain('Health and care')
  })
})
