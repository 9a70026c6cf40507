import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetCopies } from '@/browser/device-storage'
import { readStepMarks } from '@/data/memorial/step-marks'
import { unsentMarks } from '@/data/memorial/unsent-marks'
import { Component as LetterPage } from '@/features/memorial/first-days/letter-page'
import { Component as OwnerPage } from '@/features/memorial/first-days/owner-page'
import { Component as MemorialPage } from '@/features/memorial/memorial-page'
import { paths, patterns } from '@/lib/paths'
import {
  anna,
  type Call,
  fakeSupabase,
  held,
  json,
  offline,
  type Routes,
  refusal,
  signIn,
} from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { fullNotes, healthPaper } from '../../parts/health/rows'
import { planOverview } from '../../plan-overview'
import { renderPage } from '../../render'

const ownerId = '22222222-2222-4222-8222-222222222222'
const times = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-01T10:00:00+00:00' }
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
  is_deceased: true,
  death_certificate_path: null,
  death_reviewed_at: null,
  release_wait_days: 0,
  death_review: 'approved',
  release_at: '2026-11-20T10:00:00+00:00',
  release_stopped_at: null,
  ...times,
}
const access = {
  role: 'executor',
  can_view: true,
  can_view_finances: true,
  parts: partsOpenTo('executor'),
  certificate_submitted_at: null,
  open_early_until: null,
}
const contact = { email: null, phone: null, relation: null, invitee: false, rsvp_status: null, ...times }
const ruth = { ...contact, id: 'c1', name: 'Ruth Bennett', phone: '555-0114' }
const peter = { ...contact, id: 'c2', name: 'Peter Ellis', email: 'peter@example.com' }
const policy = {
  id: 'p1',
  provider: 'Harbour Mutual',
  policy_number: 'HM-1',
  coverage_amount: 150000,
  agent_contact: 'Service line 555-0102',
  document_path: null,
  notes: null,
  ...times,
}
const empty: Routes = {
  'POST rpc/memorial_access': json(access),
  'POST rpc/record_view': json(null),
  'POST rpc/my_certificate_wait': json(null),
  'GET profiles': json(owner),
  'GET funeral_plan': json({
    user_id: ownerId,
    funeral_home: 'Alder & Sons, 555-0134',
    disposition: 'burial',
  }),
  'GET estate_documents': json([]),
  'GET video_messages': json([]),
  'GET contacts': json([ruth, peter]),
  'GET financial_accounts': json([]),
  'GET insurance_policies': json([policy]),
  'GET home_items': json([]),
  'GET portraits': json([]),
}

interface Row {
  id: string
  seq: number
  step_key: string
  [column: string]: unknown
}

/** The table of marks: keeps what is sent once, and answers with what comes after the number that was asked for. */
function marksTable(rows: Row[] = []) {
  const table = { rows, isOffline: false }
  const routes: Routes = {
    'GET step_marks': (call) => {
      if (table.isOffline) return offline(call)
      const after = Number(call.url.searchParams.get('seq')?.replace('gt.', ''))
      return json(table.rows.filter(({ seq }) => seq > after))(call)
    },
    'POST step_marks': (call: Call) => {
      if (table.isOffline) return offline(call)
      const sent = call.body as Row
      if (!table.rows.some(({ id }) => id === sent.id)) by(table.rows, sent)
      return json(null, 201)(call)
    },
  }
  return { table, routes }
}

/** Adds a mark as the database does. */
function by(rows: Row[], mark: Partial<Row>, name = 'Anna Ellis', id = anna.id) {
  const made = { id: crypto.randomUUID(), mark: 'done', undoes: null, note: null, title: 'A step' }
  const at = { made_at: new Date().toISOString(), seq: rows.length + 1 }
  rows.push({ step_key: '', ...made, ...at, actor_id: id, actor_name: name, ...mark, seq: rows.length + 1 })
}

function open(given: Routes = {}) {
  const calls = fakeSupabase({ ...empty, ...given })
  return {
    calls,
    ...renderPage({ page: MemorialPage, pattern: patterns.memorial, at: `/memorial/${ownerId}` }),
  }
}
const box = (name: string | RegExp) => screen.findByRole('checkbox', { name }, { timeout: 5000 })
/** A step, once its time and itself are opened. */
const itemOf = async (name: string | RegExp) => {
  const item = (await box(name)).closest('li')
  if (!item) throw new Error(`no step ${name}`)
  for (const fold of [item.closest('details'), item.querySelector('details')]) {
    const summary = fold?.querySelector('summary')
    if (summary && !fold?.open) fireEvent.click(summary)
  }
  return within(item)
}
const funeralHome = 'Call the funeral home: Alder & Sons, 555-0134'

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('steps', () => {
  test('the list "What to do now" is the first tab once the death is verified, with the funeral home one press away in its step', async () => {
    open(marksTable().routes)
    expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent('What to do now')
    const step = await itemOf(funeralHome)
    expect(step.getByRole('link', { name: `Call 555-0134: ${funeralHome}` })).toHaveAttribute(
      'href',
      'tel:5550134',
    )
    expect(screen.getByText('Margaret Ellis wished to be buried')).toBeVisible()
    expect(screen.getByText(/It isn’t legal advice/)).toBeVisible()
  })

  test('the list "What to do now" leads executors from the step about the service to its page, and beneficiaries, who arrange nothing, not', async () => {
    const service = 'Plan the service'
    open(marksTable().routes)
    expect(
      (await itemOf(service)).getByRole('link', { name: `Arrange the service: ${service}` }),
    ).toHaveAttribute('href', `/memorial/${ownerId}/service`)
    cleanup()
    open({
      ...marksTable().routes,
      'POST rpc/memorial_access': json({
        ...access,
        role: 'beneficiary',
        can_view_finances: false,
        parts: partsOpenTo('beneficiary'),
      }),
    })
    expect((await itemOf(service)).queryByRole('link', { name: /Arrange the service/ })).toBeNull()
  })

  test('the list "What to do now" shows a beneficiary no step of a part they may not see', async () => {
    open({
      ...marksTable().routes,
      'POST rpc/memorial_access': json({
        ...access,
        role: 'beneficiary',
        can_view_finances: false,
        parts: partsOpenTo('beneficiary'),
      }),
    })
    await box(funeralHome)
    expect(screen.queryByText(/Harbour Mutual|Find out which banks|waiting at home/)).toBeNull()
  })

  test.each([
    [
      'its living owner has shared the plan',
      { death_review: 'none', release_at: null },
      /^For the day Margaret/,
    ],
    [
      'the waiting period goes on in a plan that was open before',
      { death_review: 'approved', release_at: '2999-01-01T00:00:00+00:00' },
      /^Once the waiting period is over/,
    ],
  ])(
    'the list "What to do now" can only be read while %s, and asks for no marks',
    async (_what, state, intro) => {
      const { calls, user } = open({ 'GET profiles': json({ ...owner, ...state }) })
      await user.click(await screen.findByRole('tab', { name: /What to do now|The first days/ }))
      expect(await box(funeralHome)).toBeDisabled()
      expect(screen.getByText(intro)).toBeVisible()
      expect(screen.queryByRole('button', { name: /I’m doing this|Add a step of your own/ })).toBeNull()
      expect(calls.some(({ route }) => route.endsWith('step_marks'))).toBe(false)
    },
  )

  test('the list "What to do now" is checked off for everyone, says who did it, and can be taken back', async () => {
    const { table, routes } = marksTable()
    const { user } = open(routes)
    await user.click(await box(funeralHome))
    expect(await screen.findByText(/^Done by you, /)).toBeVisible()
    await waitFor(() =>
      expect(table.rows).toMatchObject([{ step_key: 'funeral_plan:home', mark: 'done', title: funeralHome }]),
    )
    await waitFor(() => expect(unsentMarks(anna.id)).toEqual([]))
    await user.click(await box(funeralHome))
    await waitFor(() => expect(screen.queryByText(/^Done by you, /)).toBeNull())
    await waitFor(() => expect(table.rows.at(-1)).toMatchObject({ mark: 'undo', undoes: table.rows[0]?.id }))
    await waitFor(() => expect(unsentMarks(anna.id)).toEqual([]))
  })

  test('the list "What to do now" shows within seconds what someone else did, reading only what is new', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { table, routes } = marksTable()
      by(table.rows, { step_key: 'funeral_plan:home', mark: 'doing' }, 'Tom Ellis', 'tom')
      const { calls } = open(routes)
      expect((await itemOf(funeralHome)).getByText('Tom Ellis is doing this.')).toBeVisible()
      by(table.rows, { step_key: 'funeral_plan:home' }, 'Tom Ellis', 'tom')
      await act(() => vi.advanceTimersByTimeAsync(5000))
      expect(await screen.findByText(/^Done by Tom Ellis, /)).toBeVisible()
      const asked = calls.filter(({ route }) => route === 'GET step_marks')
      expect(asked.map(({ url }) => url.searchParams.get('seq')).slice(0, 2)).toEqual(['gt.0', 'gt.1'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('the list "What to do now" counts a mark once that an answer repeats', async () => {
    const rows: Row[] = []
    for (const note of ['Twelve copies', 'Ten are enough']) by(rows, { mark: 'note', note })
    fakeSupabase({ 'GET step_marks': json(rows) })
    const { signal } = new AbortController()
    const known = await readStepMarks(ownerId, signal)
    expect(known).toEqual(rows)
    expect(await readStepMarks(ownerId, signal, known.slice(0, 1))).toEqual(rows)
    expect(await readStepMarks(ownerId, signal, known)).toEqual(rows)
  })

  test('the list "What to do now" keeps what is checked off without a connection on this device, and sends it once when it is back', async () => {
    const { table, routes } = marksTable()
    const { user, unmount } = open(routes)
    const tick = await box(funeralHome)
    table.isOffline = true
    await user.click(tick)
    expect(await screen.findByText(/^Done by you, /)).toBeVisible()
    await user.click((await itemOf(funeralHome)).getByRole('button', { name: `Add a note: ${funeralHome}` }))
    await user.type(screen.getByLabelText('Your note'), 'Mr. Alder comes at ten.')
    await user.click(screen.getByRole('button', { name: 'Save the note' }))
    expect(table.rows).toEqual([])
    // The page is closed, and opened again before the connection is back.
    unmount()
    table.isOffline = false
    open(routes)
    expect((await itemOf(funeralHome)).getByText('Mr. Alder comes at ten.')).toBeVisible()
    await waitFor(() => expect(table.rows.map(({ mark }) => mark)).toEqual(['done', 'note']))
    await waitFor(() => expect(localStorage.getItem(`heartwood.unsent-marks.${anna.id}`)).toBeNull())
    fireEvent(window, new Event('online'))
    expect(table.rows).toHaveLength(2)
  })

  test('the list "What to do now" leaves nothing of the plan on a shared device with what is not sent, which is sent after the next sign-in', async () => {
    const { table, routes } = marksTable()
    const { user, unmount } = open(routes)
    const claim = /^Claim the life insurance/
    await user.click(await box(claim))
    await waitFor(() => expect(unsentMarks(anna.id)).toEqual([]))
    const title = table.rows[0]?.title
    expect(title).toMatch(claim)
    table.isOffline = true
    for (const name of [claim, funeralHome]) await user.click(await box(name))
    await user.click(screen.getByRole('button', { name: 'Told: Ruth Bennett' }))
    // What the end of the session does, and what a new page would know.
    forgetCopies()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    unmount()
    expect(JSON.stringify(localStorage)).not.toMatch(/insurance:|Harbour|Alder|Bennett/)
    table.isOffline = false
    open(routes)
    await box(funeralHome)
    await waitFor(() =>
      expect(table.rows.map((row) => [row.step_key, row.mark, row.title])).toEqual([
        ['insurance_policies:p1', 'done', title],
        ['insurance_policies:p1', 'undo', title],
        ['funeral_plan:home', 'done', funeralHome],
        ['contacts:c1', 'done', 'Tell Ruth Bennett'],
      ]),
    )
    await waitFor(() => expect(unsentMarks(anna.id)).toEqual([]))
  })

  test('the list "What to do now" says that a change could not be saved once the access has ended, and keeps its words to read', async () => {
    const { routes } = marksTable()
    const { user } = open({ ...routes, 'POST step_marks': refusal('42501', 403) })
    await user.click(await box(funeralHome))
    const problem = await screen.findByText('1 change couldn’t be saved')
    expect(problem.closest('[role=alert]')).toHaveTextContent(funeralHome)
    expect(JSON.stringify(localStorage)).not.toContain('unsent-marks')
    expect(screen.queryByText(/^Done by you/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'I’ve seen this' }))
    expect(screen.queryByText('1 change couldn’t be saved')).toBeNull()
    expect(unsentMarks(anna.id)).toEqual([])
  })

  test('the list "What to do now" takes steps of one’s own, on request without beneficiaries', async () => {
    const { table, routes } = marksTable()
    const { user } = open(routes)
    await user.click(await screen.findByRole('button', { name: 'Add a step of your own' }, { timeout: 5000 }))
    await user.click(screen.getByRole('button', { name: 'Add it' }))
    expect(screen.getByText('Write what needs to be done.')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Only trustees and executors can see it' }))
    await user.type(screen.getByLabelText('What needs to be done?'), 'Sell the boat')
    await user.click(screen.getByRole('button', { name: 'Add it' }))
    expect(await box('Sell the boat')).toBeVisible()
    await waitFor(() => expect(table.rows).toMatchObject([{ mark: 'added', title: 'Sell the boat' }]))
    expect(table.rows[0]?.step_key).toMatch(/^estate:/)
    await user.click(screen.getByRole('button', { name: 'Take it off the list: Sell the boat' }))
    expect(screen.queryByRole('checkbox', { name: 'Sell the boat' })).toBeNull()
    await waitFor(() => expect(unsentMarks(anna.id)).toEqual([]))
  })

  test('the list "What to do now" shows the steps that could be loaded when a part cannot be', async () => {
    open({ ...marksTable().routes, 'GET insurance_policies': refusal('57014', 500) })
    expect(await box(funeralHome)).toBeVisible()
    expect(screen.getByText('Unable to load insurance policies, so its steps are missing here')).toBeVisible()
  })
})

test('the list "What to do now" names the offices of the country that the reader chooses, on this device from then on', async () => {
  const { user, unmount } = open(marksTable().routes)
  const offices = 'Tell the government offices'
  const field = { name: `Where did they live? ${offices}` }
  expect((await itemOf(offices)).queryByText(/Social Security/)).toBeNull()
  await user.selectOptions((await itemOf(offices)).getByRole('combobox', field), 'United States')
  expect((await itemOf(offices)).getByText(/Social Security first/)).toBeVisible()
  expect((await itemOf(/credit bureaus/)).getByText(/Equifax, Experian or TransUnion/)).toBeVisible()
  unmount()
  open(marksTable().routes)
  expect((await itemOf(offices)).getByRole('combobox', field)).toHaveValue('us')
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Social Security first'))
  await user.selectOptions((await itemOf(offices)).getByRole('combobox', field), '')
  expect((await itemOf(offices)).queryByText(/Social Security/)).toBeNull()
})

describe('what is shown at first', () => {
  test('of the list "What to do now", the first time with something to do is open, and the others say how much is left', async () => {
    const { table, routes } = marksTable()
    open(routes)
    await box(funeralHome)
    const folds = () =>
      screen.getAllByRole('region', { name: /^In the first|^Later/ }).map((region) => ({
        open: region.querySelector('details')?.open,
        words: region.querySelector('summary')?.textContent,
      }))
    const [hours, days] = folds()
    expect(hours?.open).toBe(true)
    expect(days).toMatchObject({ open: false, words: expect.stringMatching(/^In the first days\d left$/) })
    // A step is its title and how it begins, until it's pressed.
    expect(screen.getByText('Begin with the closest.')).toBeVisible()
    expect(screen.getByText(/^Divide up the calls, so no one/)).not.toBeVisible()
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(screen.getByText(/^Divide up the calls, so no one/)).toBeVisible()
    expect(folds().every((fold) => fold.open)).toBe(true)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(folds().map((fold) => fold.open)).toEqual([true, false, false, false])
    expect(table.rows).toEqual([])
  })
})

describe('people', () => {
  test('the people to tell are the closest first, five at a time, or all', async () => {
    const guest = { ...contact, id: 'c9', name: 'Zora Moor', invitee: true }
    const cousin = { ...contact, id: 'c8', name: 'Yves Moor', relation: 'Cousin' }
    const others = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => ({ ...contact, id: `c-${name}`, name }))
    const { user } = open({
      ...marksTable().routes,
      'GET contacts': json([...others, cousin, guest]),
    })
    const step = await itemOf(/^Tell the people on/)
    const names = () =>
      within(step.getByRole('list', { name: 'People to tell' }))
        .getAllByRole('listitem')
        .map((item) => item.querySelector('.font-semibold')?.textContent)
    expect(names()).toEqual(['Zora Moor', 'Yves Moor', 'Ada', 'Bo', 'Cy'])
    await user.click(step.getByRole('button', { name: 'Next' }))
    expect(names()).toEqual(['Di'])
    await user.click(step.getByRole('button', { name: 'Show all 6' }))
    expect(names()).toHaveLength(6)
  })

  test('the people to tell can be shared out, called with one press, and checked off; how many are left is said', async () => {
    const { table, routes } = marksTable()
    const { user } = open(routes)
    expect((await itemOf(/^Tell the people on/)).getByText('2 of 2 people still to tell.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Call 555-0114: Ruth Bennett' })).toHaveAttribute(
      'href',
      'tel:5550114',
    )
    expect(screen.getByRole('link', { name: 'Email peter@example.com: Peter Ellis' })).toHaveAttribute(
      'href',
      'mailto:peter@example.com',
    )
    await user.click(screen.getByRole('button', { name: 'Divide up the calls' }))
    await user.click(screen.getByRole('checkbox', { name: 'Ruth Bennett' }))
    await user.click(screen.getByRole('button', { name: 'I’ll call 1 person' }))
    expect(await screen.findByText('2 of 2 people still to tell. 1 of them is yours.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Divide up the calls' }))
    await user.click(screen.getByRole('checkbox', { name: 'Peter Ellis' }))
    await user.click(screen.getByRole('button', { name: 'Someone else will' }))
    await user.type(screen.getByLabelText('Who will call them?'), 'Cousin Joe')
    await user.click(screen.getByRole('button', { name: 'Save for 1 person' }))
    expect(await screen.findByText('Cousin Joe is calling.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Left a message: Peter Ellis' }))
    expect(await screen.findByText(/^Cousin Joe is calling\. A message was left by you, /)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Told: Ruth Bennett' }))
    expect(await screen.findByText('1 of 2 people still to tell.')).toBeVisible()
    await waitFor(() => expect(unsentMarks(anna.id)).toEqual([]))
    expect(table.rows.map(({ step_key, mark, note }) => [step_key, mark, note])).toEqual([
      ['contacts:c1', 'doing', null],
      ['contacts:c2', 'doing', 'Cousin Joe'],
      ['contacts:c2', 'left_message', null],
      ['contacts:c1', 'done', null],
    ])
    await user.click(screen.getByRole('button', { name: 'Mark as not told: Ruth Bennett' }))
    expect(await screen.findByText(/^2 of 2 people still to tell/)).toBeVisible()
    await waitFor(() => expect(unsentMarks(anna.id)).toEqual([]))
  })
})

test.each([
  ['executor', 1],
  ['trustee', 0],
])('the list "What to do now" leads executors alone to a draft of the obituary: %s', async (role, links) => {
  open({ ...marksTable().routes, 'POST rpc/memorial_access': json({ ...access, role }) })
  const step = await itemOf('Write an obituary, if you want one')
  const found = step.queryAllByRole('link', { name: /^Start from a draft/ })
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array(links).fill(`/memorial/${ownerId}/obituary`),
  )
})

test('a letter is made from the plan, to print or to copy', async () => {
  const writeText = vi.fn(async () => {})
  fakeSupabase(empty)
  const { user } = renderPage({
    page: LetterPage,
    pattern: patterns.memorialLetter,
    at: paths.memorialLetter(ownerId, 'insurance_policies:p1'),
  })
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  expect(await screen.findByRole('heading', { name: 'A letter to Harbour Mutual' })).toBeVisible()
  const number = screen.getByText('HM-1')
  expect(number.parentElement).toHaveTextContent(/^Policy number: HM-1$/)
  // A browser breaks a line at a hyphen, but not in a box that fits.
  expect(number).toHaveClass('inline-block', 'max-w-full')
  await user.click(screen.getByRole('button', { name: 'Copy the text' }))
  expect(writeText).toHaveBeenCalledWith(
    expect.stringContaining('Death of Margaret Ellis: life insurance policy'),
  )
})

test('a letter of a part that a beneficiary may not see is not there', async () => {
  fakeSupabase({
    ...empty,
    'POST rpc/memorial_access': json({
      ...access,
      role: 'beneficiary',
      can_view_finances: false,
      parts: partsOpenTo('beneficiary'),
    }),
  })
  renderPage({
    page: LetterPage,
    pattern: patterns.memorialLetter,
    at: paths.memorialLetter(ownerId, 'insurance_policies:p1'),
  })
  expect(await screen.findByText('There’s no letter here')).toBeVisible()
  expect(screen.queryByText(/Harbour Mutual/)).toBeNull()
})

test('the owner sees the same list with what it misses in it, each with the way to fill it', async () => {
  fakeSupabase({
    ...empty,
    'GET funeral_plan': json(null),
    'GET contacts': json([]),
    'GET insurance_policies': json([]),
    'GET designations': json([]),
    'POST rpc/plan_overview': planOverview(),
  })
  renderPage({ page: OwnerPage, pattern: patterns.firstDays })
  expect(await screen.findByRole('heading', { level: 1, name: 'What your family will do' })).toBeVisible()
  expect(
    await screen.findByText(
      'You have no executor. Your family would have to find out 9 things alone. They’re marked below.',
    ),
  ).toBeVisible()
  expect(screen.queryByText(/checks the death certificate/)).toBeNull()
  const step = await itemOf('Choose a funeral home')
  expect(step.getByRole('link', { name: 'which funeral home to call' })).toHaveAttribute(
    'href',
    '/funeral/edit?step=1',
  )
  expect(await box('Choose a funeral home')).toBeDisabled()
  expect(screen.queryByRole('button', { name: /I’m doing this/ })).toBeNull()
})

test('the title of the list names no executor before it is known that there is one', async () => {
  const overview = held(planOverview())
  fakeSupabase({ ...empty, 'GET designations': json([]), 'POST rpc/plan_overview': overview.answer })
  renderPage({ page: OwnerPage, pattern: patterns.firstDays })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('What they will do')
  overview.open()
  expect(await screen.findByRole('heading', { level: 1, name: 'What your family will do' })).toBeVisible()
})

test('the owner of a frozen plan reads who sees the list, in words that are true before and after it opens', async () => {
  fakeSupabase({ ...empty, 'GET designations': json([]), 'POST rpc/plan_overview': planOverview() })
  renderPage({ page: OwnerPage, pattern: patterns.firstDays, plan: 'frozen' })
  expect(
    await screen.findByText(/^While your plan is open, the people you’ve named see this list/),
  ).toBeVisible()
  expect(await screen.findByRole('heading', { level: 1, name: 'What your family does' })).toBeVisible()
  expect(await screen.findByText(/^You have no executor\. Your family has to find out/)).toBeVisible()
})

test('the owner whose membership has ended sees what is missing, and is sent to no page that takes nothing', async () => {
  fakeSupabase({
    ...empty,
    'GET funeral_plan': json(null),
    'GET designations': json([]),
    'POST rpc/plan_overview': planOverview(),
  })
  renderPage({ page: OwnerPage, pattern: patterns.firstDays, plan: 'lapsed' })
  const step = await itemOf('Choose a funeral home')
  expect(step.getByText(/which funeral home to call/)).toBeVisible()
  expect(step.queryByRole('link', { name: 'which funeral home to call' })).toBeNull()
})

test.each([
  ['no one can read it in time', 'open', {}, 'link'],
  ['the membership has ended', 'lapsed', {}, 'text'],
  [
    'someone reads it in the first hours',
    'open',
    { health_readers: 1, health_first_hours_readers: 1 },
    'none',
  ],
  ['it isn’t offered', 'open', { health_notes_not_offered: 1 }, 'no step'],
] as const)(
  'the owner who decided about organs is told in the list that a reader is missing: %s',
  async (_, plan, counts, expected) => {
    fakeSupabase({
      ...empty,
      'GET designations': json([]),
      'GET health_notes': json([fullNotes]),
      'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, ...counts }),
    })
    renderPage({ page: OwnerPage, pattern: patterns.firstDays, plan })
    await itemOf('Leave the rest alone for now')
    const title = 'Tell the doctors what Margaret Ellis decided'
    const what = 'who can read the answer about organ donation in the first hours'
    const shown = {
      step: screen.queryAllByText(title).length > 0,
      warning: screen.queryAllByText(/^A hospital may ask about organ donation within hours\./).length > 0,
      gap: screen.queryAllByText(new RegExp(what)).length > 0,
      link: screen.queryAllByRole('link', { name: what }).length > 0,
    }
    expect(shown).toEqual({
      step: expected !== 'no step',
      warning: expected === 'link' || expected === 'text',
      gap: expected === 'link' || expected === 'text',
      link: expected === 'link',
    })
  },
)

test('the owner who named an executor sees how much they would have to find out', async () => {
  fakeSupabase({
    ...empty,
    'GET designations': json([]),
    'POST rpc/plan_overview': planOverview({ executors: 1, people: 1 }),
  })
  renderPage({ page: OwnerPage, pattern: patterns.firstDays })
  expect(await screen.findByText(/^Your executor would have to find out \d+ things alone\./)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'What your executor will do' })).toBeVisible()
  expect(screen.queryByText(/your loved one/)).toBeNull()
})

test('the owner who entered no name reads why the list says "your loved one", and where to enter it', async () => {
  fakeSupabase({
    ...empty,
    'GET designations': json([]),
    'POST rpc/plan_overview': planOverview({ full_name: null }),
  })
  renderPage({ page: OwnerPage, pattern: patterns.firstDays })
  expect(await screen.findByText(/^You haven’t entered your name, so .* “your loved one”\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Enter your name' })).toHaveAttribute('href', '/settings')
})

test('at the end of a first visit the owner reads that a person checks a certificate, and that they can stop it', async () => {
  fakeSupabase({ ...empty, 'GET designations': json([]), 'POST rpc/plan_overview': planOverview() })
  renderPage({ page: OwnerPage, pattern: patterns.firstDays, at: paths.firstLook })
  expect(
    await screen.findByText(
      /Before anything opens, a person checks the death certificate\. .* if you’re alive, one press stops it\.$/,
    ),
  ).toBeVisible()
})

test('the copy of "What to do now" on the device holds nothing about health, neither steps nor marks', async () => {
  const { table, routes } = marksTable()
  const title = 'Tell the doctors what Margaret Ellis decided'
  by(table.rows, { step_key: 'health_notes:donor', mark: 'note', title, note: 'Told Dr. Patel' })
  by(table.rows, { step_key: 'contacts:c1', mark: 'note', title: 'Tell Ruth Bennett', note: 'Called Ruth' })
  open({
    ...routes,
    'POST rpc/memorial_access': json({ ...access, parts: [...access.parts, 'health'] }),
    'GET health_notes': json([fullNotes]),
    'GET health_papers': json([healthPaper('health_proxy', { place: 'Blue folder' })]),
  })
  expect((await itemOf(title)).getByText('Told Dr. Patel')).toBeVisible()
  const kept = () => JSON.stringify(localStorage)
  await waitFor(() => expect(kept()).toContain('Called Ruth'))
  expect(kept()).toContain('funeral_plan:home')
  expect(kept()).not.toMatch(/health_|doctors|Dr\. Patel|donat|Penicillin|Apixaban|Blue folder/)
})
