import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as WhoCanSeePage } from '@/features/profile/who-can-see-page'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, noFirstHours, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { profileOf } from './profile-of'

const profile = profileOf(anna.id)
const accepted = '2026-11-02T10:00:00+00:00'
const named = (id: number, person_name: string, given = {}) => ({
  id,
  person_name,
  role: 'executor',
  status: 'invited',
  accepted_at: accepted,
  declined_at: null,
  revoked_at: null,
  ...given,
})
const ed = named(1, 'Ed Berg')
const waiting = named(3, 'Ivan Moss', { accepted_at: null })
const revoked = named(4, 'Rex Moss', { revoked_at: accepted })
const declined = named(5, 'Dora Moss', { accepted_at: null, declined_at: accepted })
const onlyYou = 'Right now, only you can see your plan.'

test.each([
  [[{ id: 1, timing: 'never' }], 'No one but you.'],
  [[{ id: 2, timing: 'after_death' }], 'Ed Berg, whenever your plan is open.'],
])('a part is for no one but the owner once no person may read it: %j', async (chosen, words) => {
  fakeSupabase({
    'GET profiles': json(profile),
    'GET designations': json([ed]),
    'GET part_access': json(chosen.map(({ id, timing }) => ({ designation_id: id, choice: 'home', timing }))),
  })
  await signIn()
  renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee })
  const part = await screen.findByText('Home & Pets', { selector: 'dt' })
  expect(part.parentElement?.querySelector('dd')?.textContent).toBe(words)
})

test('"Who Can See My Plan" says who of those named has died', async () => {
  fakeSupabase({
    'GET profiles': (call) =>
      json(
        call.url.searchParams.get('user_id') === `eq.${anna.id}`
          ? profile
          : [{ user_id: 'ed', death_review: 'approved', release_at: accepted }],
      )(call),
    'GET designations': (call) =>
      json(
        call.url.searchParams.has('owner_id', `eq.${anna.id}`)
          ? [
              named(1, 'Ed Berg', { beneficiary_user_id: 'ed' }),
              named(2, 'Tom Berg', { beneficiary_user_id: 'tom' }),
            ]
          : [named(9, 'Anna', { owner_id: 'ed' })],
      )(call),
    'GET part_access': json([]),
  })
  await signIn()
  renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee })
  expect((await screen.findByText('Has died')).closest('p')).toHaveTextContent('Ed Berg')
  expect(screen.getAllByText('Has died')).toHaveLength(1)
  expect(screen.getByText('Their account can still be used until you end its access.')).toBeVisible()
  expect(screen.getAllByRole('link', { name: /^Preview what/ })).toHaveLength(1)
})

test('"Who Can See My Plan" names people in one order everywhere: those named last first', async () => {
  const free = { parts: ['home'], wait_until: null, waits_for_owner: false }
  const timing = { choice: 'home', timing: 'first_hours' }
  fakeSupabase({
    'GET profiles': json(profile),
    'GET designations': json([named(2, 'Tom Berg'), ed]),
    'GET part_access': json([1, 2].map((designation_id) => ({ designation_id, ...timing }))),
    // The database answers the other way round.
    'POST rpc/my_first_hours': json({
      ...noFirstHours,
      circle: [
        { designation_id: 1, name: 'Ed Berg', ...free },
        { designation_id: 2, name: 'Tom Berg', ...free },
      ],
      untold: ['Ed Berg', 'Tom Berg'],
      reason: 'ill',
      opens_at: accepted,
    }),
  })
  await signIn()
  renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee })
  await screen.findByText(/^Right now, Tom Berg and Ed Berg can see what you chose/)
  await screen.findByText(/^Our emails don’t reach Tom Berg and Ed Berg\./)
  // In each sentence and list.
  const names = document.querySelector('main')?.textContent.match(/(Tom|Ed) Berg/g) ?? []
  expect(names.length).toBeGreaterThan(10)
  expect(names).toEqual(names.map((_, index) => (index % 2 === 0 ? 'Tom Berg' : 'Ed Berg')))
})

test('"Who Can See My Plan" sends no one who has no membership to name someone', async () => {
  fakeSupabase({
    'GET profiles': json(profile),
    'GET designations': json([]),
    'GET part_access': json([]),
  })
  await signIn()
  const { unmount } = renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee, plan: 'lapsed' })
  expect(await screen.findByText('No one is named right now.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Name someone' })).toBeNull()
  unmount()
  renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee })
  expect(await screen.findByRole('link', { name: 'Name someone' })).toBeVisible()
})

describe('page', () => {
  beforeEach(() => {
    fakeSupabase({
      'GET profiles': json(profile),
      'GET designations': json([ed, waiting, revoked, declined]),
      'GET part_access': json([{ designation_id: 1, choice: 'money', timing: 'never' }]),
    })
    return signIn()
  })

  test('the page "Who Can See My Plan" says who can see it, and has everything that decides it', async () => {
    renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee })
    expect(await screen.findByText(onlyYou)).toBeVisible()
    expect(await screen.findByRole('switch', { name: 'Visibility hold' })).toBeChecked()
    expect(screen.getByText('No waiting period.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Preview what Ed Berg will see' })).toHaveAttribute(
      'href',
      '/beneficiaries/1/preview',
    )
    expect(screen.getByText('Can’t see anything until they accept your invitation.')).toBeVisible()
    expect(screen.queryByText(/Rex Moss|Dora Moss/)).toBeNull()
    const readersOf = async (part: string) =>
      (await screen.findByText(part, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent
    expect(await readersOf('Contacts')).toBe('Ed Berg and Ivan Moss, whenever your plan is open.')
    expect(await readersOf('Insurance & Accounts')).toBe('Ivan Moss, whenever your plan is open.')
    expect(screen.getByRole('link', { name: 'Access history' })).toHaveAttribute('href', '/history')
  })
})

describe('health', () => {
  const open = async (chosen: object[], notOffered: string[]) => {
    fakeSupabase({
      'GET profiles': json(profile),
      'GET designations': json([ed]),
      'GET part_access': json(chosen),
      'POST rpc/parts_not_offered': json(notOffered),
    })
    await signIn()
    renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee })
    await screen.findByText('Contacts', { selector: 'dt' })
  }
  const early = [{ designation_id: 1, choice: 'health', timing: 'first_hours' }]
  const health = () => screen.queryByText('Health & Care', { selector: 'dt' })

  test.each([
    [[], 'No one but you.'],
    [early, 'Ed Berg, in the first hours and whenever your plan is open.'],
  ])('"Who Can See My Plan" says who reads Health & Care, where it is offered: %j', async (chosen, words) => {
    await open(chosen, [])
    expect(health()?.parentElement?.querySelector('dd')?.textContent).toBe(words)
  })

  test('"Who Can See My Plan" says of what opens early only after a death that it does', async () => {
    await open([{ designation_id: 1, choice: 'funeral', timing: 'first_hours' }], [])
    expect(screen.getByText('Funeral Plan & Music', { selector: 'dt' }).nextSibling).toHaveTextContent(
      /^Ed Berg, in the first hours after your death and whenever your plan is open\.$/,
    )
  })

  test('"Who Can See My Plan" leaves Health & Care out where it is not offered, also when it was chosen before', async () => {
    await open(early, ['health'])
    expect(health()).toBeNull()
  })
})
