import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as DashboardPage } from '@/features/dashboard/dashboard-page'
import { patterns } from '@/lib/paths'
import { PlanState } from '@/parts/kit/plan-open'
import { fakeSupabase, json, offline, refusal, signIn } from '../../fake-supabase'
import { planOverview } from '../../plan-overview'
import { renderPage } from '../../render'

const invitation = { id: 1, status: 'invited', accepted_at: null, declined_at: null, revoked_at: null }

/** A person whom no one invited and whose death no one reported. */
const person = { 'GET designations': json([]), 'GET profiles': json({ death_review: null }) }

const open = () => renderPage({ page: DashboardPage, pattern: patterns.dashboard })

const LapsedDashboard = () => (
  <PlanState value="lapsed">
    <DashboardPage />
  </PlanState>
)

async function cardOf(title: string) {
  const heading = await screen.findByRole('heading', { level: 3, name: title })
  const item = heading.closest('li')
  if (!item) throw new Error(`${title} is not in the list`)
  return within(item)
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('the dashboard greets by full name and counts invitations that were not revoked', async () => {
  const calls = fakeSupabase({
    'POST rpc/plan_overview': planOverview(),
    ...person,
    'GET designations': json([
      invitation,
      { ...invitation, id: 2, accepted_at: '2026-11-01T10:00:00Z' },
      { ...invitation, id: 3, revoked_at: '2026-11-01T10:00:00Z' },
    ]),
  })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Margaret Ellis' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Invites 2' })).toHaveAttribute('href', '/invites')
  expect(screen.getByText(/You have an invitation to answer/)).toBeVisible()
  // The profiles are those of the people who named the owner: whether one of them has died.
  const routes = ['GET designations', 'GET profiles', 'POST rpc/plan_overview']
  expect(calls.map(({ route }) => route).sort()).toEqual(routes)
})

test('the dashboard lists every part of the plan with a link to its screen', async () => {
  fakeSupabase({ ...person, 'POST rpc/plan_overview': planOverview() })
  open()
  const titles = [
    'Funeral Plan',
    'Beneficiaries & Trustees',
    'Contacts',
    'Video Messages',
    'Life Insurance',
    'Financial Accounts',
    'Wills & Trusts',
    'Music',
  ]
  for (const title of titles) expect((await cardOf(title)).getByText(/yet|right now/)).toBeVisible()
  expect((await cardOf('Funeral Plan')).getByRole('link')).toHaveAttribute('href', '/funeral')
})

describe('parts', () => {
  test.each([
    // Also when everyone who was named declined, stepped down or was revoked.
    ['Beneficiaries & Trustees', { people: 0 }, 'No one is named right now.'],
    ['Beneficiaries & Trustees', { people: 3, people_accepted: 1 }, '3 people named, 1 has accepted.'],
    ['Beneficiaries & Trustees', { people: 3, people_accepted: 2 }, '3 people named, 2 have accepted.'],
    [
      'Beneficiaries & Trustees',
      { people: 1, people_accepted: 0 },
      '1 person named, no one has accepted yet.',
    ],
    ['Beneficiaries & Trustees', { people: 1, people_accepted: 1 }, "1 person named, and they've accepted."],
    ['Beneficiaries & Trustees', { people: 2, people_accepted: 2 }, '2 people named, all have accepted.'],
    [
      'Beneficiaries & Trustees',
      { people: 2, people_accepted: 2, people_refusing_mail: 1 },
      "Our email doesn't reach one person you've named.",
    ],
    ['Funeral Plan', { funeral_plan_saved: true }, "A draft you haven't finished yet."],
    ['Life Insurance', { insurance: 1 }, '1 policy listed.'],
    ['Wills & Trusts', { documents: 2, wills: 0 }, '2 documents, no will among them.'],
  ])('the dashboard shows the words for %s with %j', async (title, counts, words) => {
    fakeSupabase({ ...person, 'POST rpc/plan_overview': planOverview(counts) })
    open()
    expect((await cardOf(title)).getByText(words)).toBeVisible()
  })
})

describe('gaps', () => {
  const gaps = async (overview: object) => {
    fakeSupabase({
      'POST rpc/plan_overview': planOverview(overview),
      ...person,
    })
    open()
    await screen.findByRole('region', { name: 'Your plan' })
    const region = screen.queryByRole('region', { name: 'Still missing from your plan' })
    const links = region ? within(region).getAllByRole('link') : []
    return links.map((link) => [link.textContent, link.getAttribute('href')])
  }

  test('the dashboard’s list of gaps in the plan names every gap but the one that comes next', async () => {
    expect(await gaps({})).toEqual([
      ["Who's in charge", '/beneficiaries?add'],
      ['Where your will is', '/documents?add'],
      ['Who to call', '/contacts?add'],
      ['Your insurance policy numbers', '/insurance?add'],
      ['Where your accounts are', '/accounts?add'],
      ['Who feeds your pets, and where the keys are', '/home-and-pets?add'],
    ])
    expect(screen.getByRole('heading', { name: /^Start here/ })).toHaveTextContent(
      'Start here: what kind of funeral would you like?',
    )
    expect(screen.getByText(/About 5 minutes\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Begin' })).toHaveAttribute('href', '/funeral/edit')
  })

  test('the dashboard’s list of gaps in the plan names only what is missing, such as the policy number of a listed policy', async () => {
    const rest = {
      funeral_plan_saved: true,
      funeral_plan_completed: true,
      executors: 1,
      wills: 1,
      home_items: 1,
      contacts: 2,
      accounts: 1,
    }
    expect(await gaps({ ...rest, insurance: 1 })).toEqual([])
    expect(screen.getByRole('heading', { name: 'Next: what are your policy numbers?' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Add the numbers' })).toHaveAttribute('href', '/insurance')
  })

  test('the dashboard’s list of gaps in the plan leads from an unfinished funeral plan to its edit screen', async () => {
    await gaps({ funeral_plan_saved: true })
    expect(screen.getByRole('heading', { name: 'Next: finish your funeral plan.' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/funeral/edit')
  })

  test('the dashboard’s list of gaps in the plan is all there is while the name is missing or a review is due, so that one thing leads', async () => {
    expect(await gaps({ full_name: null })).toHaveLength(7)
    expect(screen.queryByRole('heading', { name: /^Start here/ })).toBeNull()
  })

  test('the dashboard’s list of gaps in the plan is all there is once the membership has ended, which is the one thing to settle', async () => {
    fakeSupabase({ 'POST rpc/plan_overview': planOverview(), ...person })
    renderPage({ page: LapsedDashboard, pattern: patterns.dashboard })
    const region = within(await screen.findByRole('region', { name: 'Still missing from your plan' }))
    expect(region.getAllByRole('link')).toHaveLength(7)
    expect(screen.queryByRole('heading', { name: /^Start here/ })).toBeNull()
  })

  test('the dashboard’s list of gaps in the plan is empty when nothing is missing', async () => {
    const all = {
      funeral_plan_saved: true,
      funeral_plan_completed: true,
      executors: 1,
      wills: 1,
      home_items: 1,
      contacts: 2,
    }
    const full = { ...all, insurance: 1, policy_numbers: 1, accounts: 1 }
    expect(await gaps({ ...full, people: 1, people_accepted: 1 })).toEqual([])
    const words =
      'Your plan has everything your executor will need first: your funeral wishes, your will, who to call, your policies, your accounts and what your home needs first.'
    expect(screen.getByText(words)).toBeVisible()
    cleanup()
    // An open invitation opens nothing.
    expect(await gaps({ ...full, people: 1 })).toEqual([])
    expect(
      screen.getByText(`${words} No one has accepted your invitation yet, so for now no one could open it.`),
    ).toBeVisible()
  })
})

describe('review', () => {
  const show = (overview: object, confirm = json('2026-11-21T10:00:00Z')) => {
    const calls = fakeSupabase({
      'POST rpc/plan_overview': [
        planOverview(overview),
        planOverview({ ...overview, ...(confirm === offline ? {} : confirmed) }),
      ],
      ...person,
      'POST rpc/confirm_plan': confirm,
    })
    return { calls, ...open() }
  }
  const past = '2020-05-03T10:00:00Z'
  const future = '2126-05-03T10:00:00Z'
  const confirmed = { plan_reviewed_at: '2026-11-21T10:00:00Z', review_due_at: future }

  test('the dashboard’s review question "Is your plan still right?" is asked when the review is due, and one press answers it', async () => {
    const { user, calls } = show({ contacts: 1, plan_reviewed_at: past, review_due_at: past })
    expect(await screen.findByText('Is your plan still right?')).toBeVisible()
    expect(screen.getByText(/You last reviewed your plan on May 3, 2020\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Still right' }))
    expect(await screen.findByText(/You last reviewed your plan on Nov 21, 2026\./)).toBeVisible()
    expect(screen.getByText(/We'll ask you again on May 3, 2126/)).toBeVisible()
    expect(screen.queryByText('Is your plan still right?')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(calls.filter(({ route }) => route === 'POST rpc/confirm_plan')).toHaveLength(1)
  })

  test('the dashboard’s review question "Is your plan still right?" is replaced by its next date while the review is not due', async () => {
    show({ contacts: 1, review_due_at: future })
    expect(await screen.findByText(/We'll ask you to review your plan on May 3, 2126/)).toBeVisible()
    expect(screen.queryByText('Is your plan still right?')).toBeNull()
  })

  test('the dashboard’s review question "Is your plan still right?" can be answered without reminders, and is not asked while the plan is empty', async () => {
    const { unmount } = show({ music_chosen: true })
    expect(await screen.findByText("You haven't reviewed your plan yet.")).toBeVisible()
    unmount()
    show({})
    await screen.findByRole('heading', { name: 'Your plan' })
    expect(screen.queryByRole('button', { name: 'Still right' })).toBeNull()
  })

  test('the dashboard’s review question "Is your plan still right?" stays open with an error when the answer could not be saved', async () => {
    const { user } = show({ contacts: 1, review_due_at: past }, offline)
    await user.click(await screen.findByRole('button', { name: 'Still right' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/We couldn't reach the server/)
    expect(screen.getByText('Is your plan still right?')).toBeVisible()
  })
})

describe('name', () => {
  test('the dashboard for a person without a name asks for the full name and then greets with it', async () => {
    const calls = fakeSupabase({
      'POST rpc/plan_overview': [planOverview({ full_name: null }), planOverview()],
      ...person,
      'PATCH profiles': json({ user_id: 'x' }),
    })
    const { user } = open()
    await user.type(await screen.findByLabelText('What is your full name?'), ' Margaret Ellis {Enter}')
    expect(await screen.findByRole('heading', { name: 'Welcome, Margaret Ellis' })).toHaveFocus()
    expect(screen.queryByLabelText('What is your full name?')).toBeNull()
    expect(calls.find(({ route }) => route === 'PATCH profiles')?.body).toEqual({
      full_name: 'Margaret Ellis',
    })
  })

  test('the dashboard for a person without a name keeps the typed name when it cannot be saved', async () => {
    fakeSupabase({
      'POST rpc/plan_overview': planOverview({ full_name: null }),
      ...person,
      'PATCH profiles': offline,
    })
    const { user } = open()
    const field = await screen.findByLabelText('What is your full name?')
    await user.type(field, '{Enter}')
    expect(field).toHaveAccessibleDescription(/Enter your full name\./)
    await user.type(field, 'Margaret{Enter}')
    expect(await screen.findAllByText(/We couldn't reach the server/)).not.toHaveLength(0)
    expect(field).toHaveValue('Margaret')
    expect(field).toHaveFocus()
  })
})

test('the dashboard does not overwrite a name that was saved in another window first', async () => {
  const calls = fakeSupabase({
    'POST rpc/plan_overview': [planOverview({ full_name: null }), planOverview({ full_name: 'Maggie' })],
    ...person,
    'PATCH profiles': json([]),
    'GET profiles': json({ full_name: 'Maggie' }),
  })
  const { user } = open()
  await user.type(await screen.findByLabelText('What is your full name?'), 'Margaret Ellis{Enter}')
  expect(await screen.findByRole('heading', { name: 'Welcome, Maggie' })).toHaveFocus()
  expect(await screen.findByText(/Your name was already saved in another window/)).toBeVisible()
  expect(calls.find(({ route }) => route === 'PATCH profiles')?.url.searchParams.get('full_name')).toBe(
    'is.null',
  )
})

test('the dashboard offers a retry when invitations cannot be loaded', async () => {
  fakeSupabase({
    'POST rpc/plan_overview': planOverview(),
    ...person,
    'GET designations': [refusal('42501', 403), json([invitation])],
  })
  const { user } = open()
  expect(await screen.findByText('Unable to load invitations')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Welcome, Margaret Ellis' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Invites 1' })).toBeVisible()
  expect(screen.queryByText('Unable to load invitations')).toBeNull()
})

test('the dashboard offers a retry when the plan cannot be loaded, and still shows invitations', async () => {
  fakeSupabase({
    'POST rpc/plan_overview': [refusal('42501', 403), planOverview()],
    ...person,
    'GET designations': json([invitation]),
  })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Unable to load your plan' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Invites 1' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Welcome, Margaret Ellis' })).toBeVisible()
})

test('the dashboard has a card for Health & Care where it is offered, and counts it among the parts', async () => {
  fakeSupabase({
    ...person,
    'POST rpc/plan_overview': planOverview({ contacts: 1 }),
    'POST rpc/parts_not_offered': json([]),
  })
  open()
  const card = await cardOf('Health & Care')
  expect(card.getByRole('link')).toHaveAttribute('href', patterns.health)
  expect(card.getByText('Nothing here yet.')).toBeVisible()
  const cards = screen.getAllByRole('heading', { level: 3 }).filter((one) => one.closest('li'))
  expect(screen.getByText(new RegExp(`^1 of ${cards.length} parts begun\\.`))).toBeVisible()
  expect(screen.queryByRole('heading', { name: /Signed Papers/ })).toBeNull()
})

test('the dashboard has no card for Health & Care where it is not offered', async () => {
  fakeSupabase({
    ...person,
    'POST rpc/plan_overview': planOverview(),
    'POST rpc/parts_not_offered': json(['health']),
  })
  open()
  await cardOf('Contacts')
  expect(screen.queryByText('Health & Care')).toBeNull()
})

test('the dashboard tells an owner whose executor has died so, and asks only where someone has named them too', async () => {
  const mine = { id: 2, owner_id: 'simon', accepted_at: '2026-11-01T10:00:00Z' }
  const calls = fakeSupabase({
    'POST rpc/plan_overview': planOverview({ executors: 1, people: 1, people_accepted: 1 }),
    'GET designations': json([{ ...invitation, ...mine }]),
    'HEAD designations': () => new Response(null, { headers: { 'content-range': '*/1' } }),
    'GET profiles': json([
      { user_id: 'simon', death_review: 'approved', release_at: '2026-11-10T10:00:00Z' },
    ]),
    'POST rpc/my_first_hours': json({ circle: [], closed_by_names: [] }),
  })
  open()
  expect(await screen.findByText(/your executor has died/)).toBeVisible()
  const asked = calls.filter(({ route }) => route === 'HEAD designations').map(({ url }) => url.searchParams)
  expect(asked.map((search) => search.get('beneficiary_user_id'))).toEqual(['in.(simon)'])
})
