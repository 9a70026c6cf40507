import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { addDays, subDays } from 'date-fns'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as DashboardPage } from '@/features/dashboard/dashboard-page'
import { patterns } from '@/lib/paths'
import { emptyPlan } from '../../empty-plan'
import { anna, fakeSupabase, held, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { healthNotes } from '../../parts/health/rows'
import { planOverview } from '../../plan-overview'
import { renderPage } from '../../render'

const invitation = { id: 1, status: 'invited', accepted_at: null, declined_at: null, revoked_at: null }

/** A person whom no one invited and whose death no one reported. */
const person = { 'GET designations': json([]), 'GET profiles': json({ death_review: null }) }

/** A plan in which nothing is written down. */
const nothing: Routes = {
  ...person,
  ...emptyPlan,
  'GET practices': json([]),
  // Nothing is charged for here.
  'POST rpc/billing_enabled': json(false),
  'POST rpc/has_premium': json(true),
  'GET subscriptions': json(null),
}
const ruth = { id: 'c1', name: 'Ruth', phone: '555-0114', email: null, relation: null, invitee: false }
const oneContact: Routes = { 'GET contacts': json([ruth]) }

/** Opens the dashboard of someone who is through with their first visit, or left it. */
function open(given: Routes) {
  localStorage.setItem(`heartwood.first-visit.${anna.id}`, '"over"')
  const calls = fakeSupabase({ 'POST rpc/plan_overview': planOverview(), ...nothing, ...given })
  return { calls, ...renderPage({ page: DashboardPage, pattern: patterns.dashboard }) }
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('the dashboard greets by full name and counts invitations that were not revoked', async () => {
  open({
    'GET designations': json([
      invitation,
      { ...invitation, id: 2, accepted_at: '2026-11-01T10:00:00Z' },
      { ...invitation, id: 3, revoked_at: '2026-11-01T10:00:00Z' },
    ]),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Margaret Ellis' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Invites 2' })).toHaveAttribute('href', '/invites')
  expect(screen.getByText(/You have an invitation to answer/)).toBeVisible()
})

describe('parts', () => {
  const region = async (name: string) => within(await screen.findByRole('region', { name }))
  const linksIn = async (name: string) =>
    (await region(name)).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

  test('the dashboard of an empty plan asks for one thing first, then for each of the others, and shows nothing twice', async () => {
    open({})
    expect(await screen.findByRole('heading', { name: /^Start here/ })).toHaveTextContent(
      'Start here: what kind of funeral would you like?',
    )
    expect(screen.getByRole('link', { name: 'Begin' })).toHaveAttribute('href', '/funeral/edit')
    // How long it takes is told of no question, and how many things are missing stands nowhere beside another number.
    expect(screen.queryByText(/minutes|\d things/)).toBeNull()
    expect(
      screen.getByText(
        'You have no executor. If something happened to you today, your family would have to find this out alone.',
      ),
    ).toBeVisible()
    expect(await linksIn('Still missing from your plan')).toEqual([
      ['What your family will do', '/first-days'],
      ['Who will carry out your wishes?', '/beneficiaries?add=executor'],
      ['Where is your will?', '/documents?add'],
      ['Who should be called?', '/contacts?add'],
      ['Where are your accounts?', '/accounts?add'],
      ['What are your policy numbers?', '/insurance?add'],
      ['Who feeds your pets, and where are the keys?', '/home-and-pets?add'],
    ])
    expect(await linksIn('When you like')).toEqual([
      ['Portrait', '/portrait'],
      ['Music', '/music'],
      ['Video Messages', '/videos'],
    ])
    expect(screen.queryByRole('region', { name: 'Your plan' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Print my plan' })).toBeNull()
  })

  test('the dashboard shows what a part holds and what is missing in it, and asks for that part no more', async () => {
    open({
      'GET insurance_policies': json([
        { id: 'p1', provider: 'Harbour Mutual', policy_number: null },
        { id: 'p2', provider: 'Alder', policy_number: 'A-1' },
      ]),
      ...oneContact,
    })
    const rows = await region('Your plan')
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Contacts1 person',
      'Life InsuranceHarbour Mutual\u00a0· AlderStill missing: the policy number of Harbour Mutual',
    ])
    expect(rows.getByRole('link', { name: 'the policy number of Harbour Mutual' })).toHaveAttribute(
      'href',
      '/insurance?edit=p1',
    )
    const asked = (await linksIn('Still missing from your plan')).map(([words]) => words)
    expect(asked).not.toContain('Who should be called?')
    expect(asked).not.toContain('What are your policy numbers?')
  })

  test('the dashboard names what a part misses without a link while the membership is over', async () => {
    fakeSupabase({
      'POST rpc/plan_overview': planOverview(),
      ...nothing,
      'GET insurance_policies': json([{ id: 'p1', provider: 'Alder', policy_number: null }]),
    })
    renderPage({ page: DashboardPage, pattern: patterns.dashboard, plan: 'lapsed' })
    const row = within((await region('Your plan')).getByRole('listitem'))
    expect(row.getByText('the policy number of Alder')).toBeVisible()
    expect(row.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Life Insurance'])
  })

  test('the dashboard leads from an unfinished funeral plan to its edit screen', async () => {
    open({ 'GET funeral_plan': json({ disposition: 'burial', completed_at: null }) })
    expect(await screen.findByRole('heading', { name: 'Next: finish your funeral plan' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/funeral/edit')
    // One line can't ask for two things, so the row names them.
    expect((await region('Your plan')).getByRole('listitem')).toHaveTextContent(
      /^Funeral PlanBurialStill missing: .+, .+$/,
    )
  })

  test('the dashboard names the one thing that a draft of the funeral plan lacks, which the question does not', async () => {
    open({
      ...oneContact,
      'GET funeral_plan': json({
        completed_at: null,
        disposition: 'burial',
        funeral_home: 'Alder & Sons',
        service_type: 'memorial',
      }),
      'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, people_accepted: 1 }),
    })
    expect(await screen.findByRole('heading', { name: 'Next: finish your funeral plan' })).toBeVisible()
    const row = (await region('Your plan')).getByRole('link', { name: 'a number for the funeral home' })
    expect(row).toHaveAttribute('href', '/funeral/edit?step=1')
  })

  test('the dashboard asks for a gap once: the row of the part that comes next does not repeat it', async () => {
    open({ ...full, 'GET insurance_policies': json([{ id: 'p1', provider: 'Alder', policy_number: null }]) })
    expect(await screen.findByRole('heading', { name: 'Next: what are your policy numbers?' })).toBeVisible()
    const rows = (await region('Your plan')).getAllByRole('listitem')
    const row = rows.find(({ textContent }) => textContent?.startsWith('Life Insurance'))
    expect(row).toHaveTextContent(/^Life InsuranceAlder$/)
    // Something is still missing in it, so it isn't marked as complete.
    const unmarked = rows.filter((one) => one.querySelector('svg') === null)
    expect(unmarked).toEqual([row])
    expect(screen.queryByText(/Still missing/)).toBeNull()
  })

  test.each([
    ['the name is missing, so that one thing leads', { full_name: null }, false],
    ['the membership has ended, which is the one thing to settle', {}, true],
  ])('the dashboard only lists what is missing while %s', async (_, overview, isLapsed) => {
    localStorage.setItem(`heartwood.first-visit.${anna.id}`, '"over"')
    fakeSupabase({ ...nothing, 'POST rpc/plan_overview': planOverview(overview) })
    renderPage({ page: DashboardPage, pattern: patterns.dashboard, plan: isLapsed ? 'lapsed' : 'open' })
    const list = await region('Still missing from your plan')
    expect(list.getAllByRole('listitem')).toHaveLength(7)
    expect(screen.queryByRole('heading', { name: /^Start here/ })).toBeNull()
    // Without a membership nothing can be added there.
    expect(list.queryAllByRole('link', { name: /\?$/ })).toHaveLength(isLapsed ? 0 : 7)
    const [why, how] = [
      'Without an executor, the court appoints someone.',
      'Name the person who will be your executor.',
    ]
    expect(list.getByText(isLapsed ? why : how), 'why it matters is true in either').toBeVisible()
    expect(list.queryByText(isLapsed ? how : why)).toBeNull()
    expect(screen.queryAllByRole('region', { name: 'When you like' })).toHaveLength(isLapsed ? 0 : 1)
  })

  const saved = {
    completed_at: '2026-11-01T10:00:00Z',
    disposition: 'burial',
    funeral_home: 'Alder & Sons, 555-0134',
    service_type: 'memorial',
  }
  const will = { id: 'd1', doc_type: 'will', description: 'Last will', original_location: 'In the desk' }
  const keys = { id: 'h1', kind: 'keys', name: 'Front door', care: null, contact: null, caretaker: null }
  /** A plan that lacks nothing. */
  const full: Routes = {
    ...oneContact,
    'GET funeral_plan': json(saved),
    'GET estate_documents': json([will]),
    'GET financial_accounts': json([{ id: 'a1', category: 'bank', institution: 'Riverside' }]),
    'GET insurance_policies': json([{ id: 'p1', provider: 'Alder', policy_number: 'A-1' }]),
    'GET home_items': json([{ ...keys, location: 'Under the pot' }]),
    'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, people_accepted: 1 }),
  }

  test('the dashboard says that nothing is missing only where no step of the list misses anything', async () => {
    open(full)
    const words = 'Nothing is missing from the list that your executor will get.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText(/Still missing/)).toBeNull()
    cleanup()
    // An open invitation opens nothing.
    open({ ...full, 'POST rpc/plan_overview': planOverview({ executors: 1, people: 1 }) })
    expect(
      await screen.findByText(
        `${words} No one has accepted your invitation yet, so for now no one could open it.`,
      ),
    ).toBeVisible()
    cleanup()
    // A completed plan that doesn't say what kind of service isn't complete.
    open({ ...full, 'GET funeral_plan': json({ ...saved, service_type: null }) })
    expect(await screen.findByRole('link', { name: 'what kind of service' })).toBeVisible()
    expect(screen.queryByText(words)).toBeNull()
  })

  test.each([
    ['no one named can read it', {}, true, null],
    ['it is read after the death alone', { health_readers: 1 }, true, null],
    ['it is read in the first hours', { health_readers: 1, health_first_hours_readers: 1 }, false, null],
    [
      'it isn’t offered',
      { health_notes_not_offered: 1 },
      false,
      'Not offered here, so no one else can read it',
    ],
  ])(
    'the dashboard asks who can read a decision about organs in time where %s',
    async (_, counts, isAsked, words) => {
      open({
        ...full,
        'GET health_notes': json([healthNotes({ donor: 'yes' })]),
        'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, people_accepted: 1, ...counts }),
      })
      const plan = await region('Your plan')
      const name = 'Next: let someone read your Health & Care in the first hours'
      expect(screen.queryAllByRole('heading', { name })).toHaveLength(isAsked ? 1 : 0)
      const nothing = 'Nothing is missing from the list that your executor will get.'
      expect(screen.queryAllByText(nothing)).toHaveLength(isAsked ? 0 : 1)
      const links = screen.queryAllByRole('link', { name: 'Choose who can read it' })
      expect(links.map((link) => link.getAttribute('href'))).toEqual(isAsked ? ['/who-can-see-my-plan'] : [])
      const held = plan.getByText(/^Written down/)
      expect(held).toHaveTextContent(words ? `Written down · ${words}` : 'Written down', {
        normalizeWhitespace: true,
      })
      // The check stands only where it can be read in time.
      const isChecked = held.closest('li')?.querySelector('svg') !== null
      expect(isChecked).toBe(!isAsked && words === null)
    },
  )

  test.each([
    ['', { health_readers: 1, health_first_hours_readers: 1 }],
    [' · No one else can read it in the first hours', { health_readers: 1 }],
    [' · No one else can read it', {}],
    [' · No one else can read it', { people: 0, executors: 0, people_accepted: 0 }],
  ])(
    'the dashboard marks health as complete only where it can be read in time: “Written down%s”',
    async (words, counts) => {
      open({
        ...full,
        'GET health_notes': json([healthNotes({ allergies: 'Penicillin' })]),
        'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, people_accepted: 1, ...counts }),
      })
      const held = (await region('Your plan')).getByText(/^Written down/)
      expect(held.textContent?.replaceAll('\u00a0', ' ')).toBe(`Written down${words}`)
      expect(held.closest('li')?.querySelector('svg') !== null).toBe(words === '')
    },
  )

  test('the dashboard asks for someone to name before it asks who can read a decision about organs', async () => {
    open({
      ...full,
      'GET health_notes': json([healthNotes({ donor: 'yes' })]),
      'POST rpc/plan_overview': planOverview(),
    })
    expect(await screen.findByRole('heading', { name: /who will carry out your wishes/ })).toBeVisible()
    expect(screen.queryByText(/decision about organ donation|who can read/)).toBeNull()
  })

  test.each([
    ['offered', [], 1],
    ['not offered', ['health'], 0],
  ])('the dashboard leads to Health & Care where it is %s', async (_, notOffered, links) => {
    open({ ...oneContact, 'POST rpc/parts_not_offered': json(notOffered) })
    await region('Your plan')
    expect(screen.queryAllByRole('link', { name: 'Health & Care' })).toHaveLength(links)
    expect(screen.queryByText(/Signed Papers/)).toBeNull()
  })

  test('a dashboard waits a moment for what is offered, and no longer: Health & Care is added when it is known', async () => {
    const { answer, open: answerNow } = held(json([]))
    open({ ...oneContact, 'POST rpc/parts_not_offered': answer })
    const yourPlan = () => screen.queryByRole('region', { name: 'Your plan' })
    await screen.findByText(/^Here’s your plan at a glance/)
    expect(yourPlan()).toBeNull()
    await waitFor(() => expect(yourPlan()).toBeVisible(), { timeout: 5000 })
    expect(screen.queryByRole('link', { name: 'Health & Care' })).toBeNull()
    answerNow()
    expect(await screen.findByRole('link', { name: 'Health & Care' })).toBeVisible()
  })
})

describe('first visit', () => {
  const begin = (given: Routes = {}) => {
    const calls = fakeSupabase({ 'POST rpc/plan_overview': planOverview(), ...nothing, ...given })
    return { calls, ...renderPage({ page: DashboardPage, pattern: patterns.dashboard }) }
  }
  const asks = (name: string) => screen.findByRole('heading', { level: 2, name })
  const skip = () => screen.getByRole('button', { name: 'Skip this question' })

  test('a new owner is asked one question after another, and sees in the end what their executor will', async () => {
    const saved = { user_id: anna.id, disposition: 'burial', completed_at: null, updated_at: 'x' }
    const { calls, user } = begin({
      'POST rpc/plan_overview': [planOverview({ full_name: null }), planOverview()],
      'PATCH profiles': json({ user_id: 'x' }),
      'POST funeral_plan': json(saved, 201),
    })
    await user.type(await screen.findByLabelText('What is your full name?'), 'Margaret Ellis{Enter}')
    expect(await asks('What kind of funeral would you like?')).toHaveFocus()
    await user.click(await screen.findByRole('radio', { name: /^Burial/ }))
    await user.click(screen.getByRole('button', { name: 'Save & Continue' }))
    expect(await asks('Who will carry out your wishes?')).toHaveFocus()
    expect(calls.find(({ route }) => route === 'POST funeral_plan')?.body).toMatchObject({
      disposition: 'burial',
    })
    expect(screen.getByRole('radio', { name: /^Executor/ })).toBeChecked()
    await user.click(skip())
    expect(await screen.findByRole('heading', { name: 'Now at /first-days?first' })).toBeVisible()
  })

  test('a first visit goes on where it was left, and every question can be skipped', async () => {
    const { user, unmount } = begin()
    await asks('What kind of funeral would you like?')
    await user.click(skip())
    await asks('Who will carry out your wishes?')
    unmount()
    begin()
    await asks('Who will carry out your wishes?')
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('a first visit can be left for the dashboard, which then stays', async () => {
    const { user, unmount } = begin()
    await asks('What kind of funeral would you like?')
    await user.click(screen.getByRole('button', { name: 'Go to the dashboard' }))
    expect(await screen.findByRole('region', { name: 'Still missing from your plan' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    unmount()
    begin()
    expect(await screen.findByRole('region', { name: 'Still missing from your plan' })).toBeVisible()
  })

  test('there is no first visit in a plan that was begun elsewhere', async () => {
    begin(oneContact)
    expect(await screen.findByRole('region', { name: 'Your plan' })).toBeVisible()
  })

  test('a first visit tells of the free trial only where there is one', async () => {
    const { unmount } = begin()
    await asks('What kind of funeral would you like?')
    expect(screen.queryByText(/free trial/)).toBeNull()
    unmount()
    begin({ 'POST rpc/billing_enabled': json(true) })
    expect(await screen.findByText(/^Your 7-day free trial starts/)).toBeVisible()
  })
})

test('the dashboard says how many days of a free trial are left', async () => {
  const trial_end = new Date(Date.now() + 5.5 * 24 * 60 * 60 * 1000).toISOString()
  const subscription = {
    plan: null,
    status: 'trialing',
    current_period_end: null,
    trial_end,
    lifetime: false,
  }
  open({ ...oneContact, 'POST rpc/billing_enabled': json(true), 'GET subscriptions': json(subscription) })
  expect(await screen.findByRole('link', { name: '6 days left' })).toHaveAttribute('href', '/billing')
})

test('once someone has accepted, the dashboard offers a practice run and the preview with them, until both are put away', async () => {
  const accepted = { ...invitation, owner_id: anna.id, accepted_at: '2026-11-01T10:00:00Z', role: 'executor' }
  const { user } = open({
    'GET designations': json([{ ...accepted, id: 7, person_name: 'Anna' }]),
    'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, people_accepted: 1 }),
  })
  expect(await screen.findByRole('heading', { name: 'Anna has accepted' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See what they would see' })).toHaveAttribute(
    'href',
    '/beneficiaries/7/preview',
  )
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('heading', { name: 'Anna has accepted' })).toBeNull()
  expect(await screen.findByRole('heading', { name: /speak for yourself/ })).toBeVisible()
})

describe('people who help', () => {
  const robert = {
    ...invitation,
    owner_id: 'r',
    owner_name: 'Robert Ellis',
    accepted_at: '2026-11-01T10:00:00Z',
  }
  const nextYear = '2126-11-20T10:00:00+00:00'
  const help = (death_review: string, given: Routes = {}, search = '', plan: 'open' | 'lapsed' = 'open') => {
    const calls = fakeSupabase({
      'POST rpc/plan_overview': planOverview(),
      ...nothing,
      'GET designations': json([robert]),
      'HEAD designations': () => new Response(null, { headers: { 'content-range': '*/0' } }),
      'GET profiles': json([{ user_id: 'r', death_review, release_at: '2026-11-20T10:00:00+00:00' }]),
      ...given,
    })
    return { calls, ...renderPage({ page: DashboardPage, pattern, at: { pathname: pattern, search }, plan }) }
  }
  const pattern = patterns.dashboard
  const theirs = () => screen.findByRole('link', { name: 'Robert Ellis’s plan' })
  const ownFuneral = /what kind of funeral would you like/i

  test.each([
    ['while a certificate is under review', 'pending', null],
    // From the approval on, also while the plan waits to open.
    ['after a death', 'approved', nextYear],
  ])(
    '%s, a person with nothing of their own is not asked about their own funeral until they choose to begin',
    async (_, death_review, release_at) => {
      const { user } = help(death_review, {
        'GET profiles': json([{ user_id: 'r', death_review, release_at }]),
      })
      const begin = await screen.findByRole('link', { name: 'Begin a plan of your own' })
      expect(await theirs()).toHaveAttribute('href', '/memorial/r')
      for (const asked of [ownFuneral, /questions|at a glance|, and your plan|Still missing|Start here/])
        expect(screen.queryByText(asked)).toBeNull()
      await user.click(begin)
      expect(await screen.findByRole('heading', { name: ownFuneral })).toBeVisible()
      expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
      cleanup()
      help('approved')
      expect(
        await screen.findByRole('heading', { name: ownFuneral }),
        'the choice is remembered',
      ).toBeVisible()
    },
  )

  test('whoever chose elsewhere to begin a plan of their own is led into it, also after a death', async () => {
    help('approved', {}, '?begin')
    expect(await screen.findByRole('heading', { name: ownFuneral })).toBeVisible()
  })

  test('a person who lost someone is not asked about their own funeral when the first read of that fails', async () => {
    const died = json([{ user_id: 'r', death_review: 'approved', release_at: nextYear }])
    help('approved', { 'GET profiles': [offline, died] })
    expect(await screen.findByRole('link', { name: 'Begin a plan of your own' })).toBeVisible()
    expect(screen.queryByText(ownFuneral)).toBeNull()
  })

  test('a person who lost someone and has no membership is not shown what is missing from a plan of their own', async () => {
    help('approved', {}, '', 'lapsed')
    expect(await theirs()).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Loading your plan')).toBeNull())
    for (const asked of [/Still missing/, /Begin a plan/]) expect(screen.queryByText(asked)).toBeNull()
  })

  test('before a death, a person who helps is led into a plan of their own', async () => {
    help('none')
    expect(await screen.findByRole('heading', { name: ownFuneral })).toBeVisible()
    expect(await theirs()).toBeVisible()
  })

  const openedOn = (moment: Date) =>
    json([{ user_id: 'r', death_review: 'approved', release_at: moment.toISOString() }])

  test.each([
    ['after their own plan while everyone lives', 'none', {}, Node.DOCUMENT_POSITION_FOLLOWING],
    [
      'before it after a death',
      'approved',
      { 'GET profiles': openedOn(subDays(new Date(), 9)) },
      Node.DOCUMENT_POSITION_PRECEDING,
    ],
    [
      'before it while a certificate is under review',
      'pending',
      { 'GET profiles': json([{ user_id: 'r', death_review: 'pending', release_at: null }]) },
      Node.DOCUMENT_POSITION_PRECEDING,
    ],
    [
      'before it while the plan waits to open',
      'approved',
      { 'GET profiles': openedOn(addDays(new Date(), 3)) },
      Node.DOCUMENT_POSITION_PRECEDING,
    ],
    [
      'after it once a year has passed',
      'approved',
      { 'GET profiles': openedOn(subDays(new Date(), 366)) },
      Node.DOCUMENT_POSITION_FOLLOWING,
    ],
    [
      'after it where the first read of a death fails, and for good',
      'approved',
      { 'GET profiles': [offline, openedOn(new Date())] },
      Node.DOCUMENT_POSITION_FOLLOWING,
    ],
  ])('a person who plans sees the people they help %s', async (_, review, given, position) => {
    const { queryClient } = help(review, { ...oneContact, ...given })
    const own = await screen.findByRole('region', { name: 'Your plan' })
    expect(own.compareDocumentPosition(await theirs())).toBe(position)
    const isBefore = position === Node.DOCUMENT_POSITION_PRECEDING
    const intro = isBefore ? 'Here’s who you help, and your plan.' : 'Here’s your plan at a glance.'
    expect(screen.getByText(intro), 'the first sentence names what comes first').toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0), { timeout: 3000 })
    expect(own.compareDocumentPosition(await theirs())).toBe(position)
  })

  test('the dashboard of a person who plans and helps is drawn once it is known whom it leads with', async () => {
    const died = held(openedOn(new Date()))
    const { queryClient } = help('approved', { ...oneContact, 'GET profiles': died.answer })
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(screen.queryByText('Robert Ellis’s plan')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Your plan' })).toBeNull()
    died.open()
    expect(await theirs()).toBeVisible()
    expect(screen.getByRole('region', { name: 'Your plan' })).toBeVisible()
  })
})

describe('review', () => {
  const show = (overview: object, confirm = json('2026-11-21T10:00:00Z'), plan = oneContact) => {
    return open({
      'POST rpc/plan_overview': [
        planOverview(overview),
        planOverview({ ...overview, ...(confirm === offline ? {} : confirmed) }),
      ],
      'POST rpc/confirm_plan': confirm,
      ...plan,
    })
  }
  const past = '2020-05-03T10:00:00Z'
  const future = '2126-05-03T10:00:00Z'
  const confirmed = { plan_reviewed_at: '2026-11-21T10:00:00Z', review_due_at: future }

  test('the dashboard’s review question "Is your plan still right?" is asked when the review is due, and one press answers it', async () => {
    const { user, calls } = show({ plan_reviewed_at: past, review_due_at: past })
    expect(await screen.findByText('Is your plan still right?')).toBeVisible()
    expect(screen.getByText(/You last reviewed your plan on May 3, 2020\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Still right' }))
    expect(await screen.findByText(/You last reviewed your plan on Nov 21, 2026\./)).toBeVisible()
    expect(screen.getByText(/review your plan again on May 3, 2126/)).toBeVisible()
    expect(screen.queryByText('Is your plan still right?')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(calls.filter(({ route }) => route === 'POST rpc/confirm_plan')).toHaveLength(1)
  })

  test('the dashboard’s review question "Is your plan still right?" is replaced by its next date while the review is not due', async () => {
    show({ review_due_at: future })
    expect(await screen.findByText(/We’ll ask you to review your plan on May 3, 2126/)).toBeVisible()
    expect(screen.queryByText('Is your plan still right?')).toBeNull()
  })

  test('the dashboard’s review question "Is your plan still right?" can be answered without reminders, and is not asked while the plan is empty', async () => {
    const { unmount } = show({})
    expect(await screen.findByText('You haven’t reviewed your plan yet.')).toBeVisible()
    // A plan that was never reviewed can't be "still" right.
    expect(screen.getByRole('button', { name: 'I’ve reviewed it today' })).toBeVisible()
    unmount()
    const again = show({ plan_reviewed_at: past })
    expect(await screen.findByRole('button', { name: 'Still right' })).toBeVisible()
    again.unmount()
    const due = show({ review_due_at: past })
    // The email of a due review names this button, whether or not the plan was reviewed before.
    expect(await screen.findByRole('button', { name: 'Still right' })).toBeVisible()
    due.unmount()
    show({}, undefined, {})
    await screen.findByRole('region', { name: 'Still missing from your plan' })
    expect(screen.queryByRole('button', { name: /^Still right|^I’ve reviewed it/ })).toBeNull()
  })

  test('the dashboard’s review question "Is your plan still right?" stays open with an error when the answer could not be saved', async () => {
    const { user } = show({ review_due_at: past }, offline)
    await user.click(await screen.findByRole('button', { name: 'Still right' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/We couldn’t reach the server/)
    expect(screen.getByText('Is your plan still right?')).toBeVisible()
  })
})

describe('name', () => {
  test('the dashboard for a person without a name asks for the full name and then greets with it', async () => {
    const { calls, user } = open({
      'POST rpc/plan_overview': [planOverview({ full_name: null }), planOverview()],
      'PATCH profiles': json({ user_id: 'x' }),
    })
    await user.type(await screen.findByLabelText('What is your full name?'), ' Margaret Ellis {Enter}')
    expect(await screen.findByRole('heading', { name: 'Welcome, Margaret Ellis' })).toHaveFocus()
    expect(screen.queryByLabelText('What is your full name?')).toBeNull()
    expect(calls.find(({ route }) => route === 'PATCH profiles')?.body).toEqual({
      full_name: 'Margaret Ellis',
    })
  })

  test('the dashboard for a person without a name keeps the typed name when it cannot be saved', async () => {
    const { user } = open({
      'POST rpc/plan_overview': planOverview({ full_name: null }),
      'PATCH profiles': offline,
    })
    const field = await screen.findByLabelText('What is your full name?')
    await user.type(field, '{Enter}')
    expect(field).toHaveAccessibleDescription(/Enter your full name\./)
    await user.type(field, 'Margaret{Enter}')
    expect(await screen.findAllByText(/We couldn’t reach the server/)).not.toHaveLength(0)
    expect(field).toHaveValue('Margaret')
    expect(field).toHaveFocus()
  })
})

test('the dashboard does not overwrite a name that was saved in another window first', async () => {
  const { calls, user } = open({
    'POST rpc/plan_overview': [planOverview({ full_name: null }), planOverview({ full_name: 'Maggie' })],
    'PATCH profiles': json([]),
    'GET profiles': json({ full_name: 'Maggie' }),
  })
  await user.type(await screen.findByLabelText('What is your full name?'), 'Margaret Ellis{Enter}')
  expect(await screen.findByRole('heading', { name: 'Welcome, Maggie' })).toHaveFocus()
  expect(await screen.findByText(/Your name was already saved in another window/)).toBeVisible()
  expect(calls.find(({ route }) => route === 'PATCH profiles')?.url.searchParams.get('full_name')).toBe(
    'is.null',
  )
})

test('the dashboard offers a retry when invitations cannot be loaded', async () => {
  const { user } = open({ 'GET designations': [refusal('42501', 403), json([invitation])] })
  expect(await screen.findByText('Unable to load invitations')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Welcome, Margaret Ellis' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Invites 1' })).toBeVisible()
  expect(screen.queryByText('Unable to load invitations')).toBeNull()
})

test('the dashboard offers a retry when the plan cannot be loaded, and still shows invitations', async () => {
  const { user } = open({
    'POST rpc/plan_overview': [refusal('42501', 403), planOverview()],
    'GET designations': json([invitation]),
  })
  expect(await screen.findByRole('heading', { name: 'Unable to load your plan' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Invites 1' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Welcome, Margaret Ellis' })).toBeVisible()
})

test('the dashboard tells an owner whose executor has died so, and asks only where someone has named them too', async () => {
  const mine = {
    id: 2,
    owner_id: 'simon',
    beneficiary_user_id: 'simon',
    accepted_at: '2026-11-01T10:00:00Z',
  }
  const { calls } = open({
    'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, people_accepted: 1 }),
    'GET designations': json([{ ...invitation, ...mine }]),
    'HEAD designations': () => new Response(null, { headers: { 'content-range': '*/1' } }),
    'GET profiles': json([
      { user_id: 'simon', death_review: 'approved', release_at: '2026-11-10T10:00:00Z' },
    ]),
    'POST rpc/my_first_hours': json({ circle: [], closed_by_names: [] }),
  })
  expect(await screen.findByText(/your executor has died/)).toBeVisible()
  const asked = calls.filter(({ route }) => route === 'HEAD designations').map(({ url }) => url.searchParams)
  expect(asked.map((search) => search.get('beneficiary_user_id'))).toEqual(['in.(simon)'])
  // Nor is anything to be tried with someone who has died.
  await screen.findByRole('region', { name: 'Your plan' })
  expect(screen.queryByRole('heading', { name: /has accepted$|speak for yourself$/ })).toBeNull()
})
