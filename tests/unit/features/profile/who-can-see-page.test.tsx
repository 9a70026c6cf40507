import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as WhoCanSeePage } from '@/features/profile/who-can-see-page'
import { whoSeesNow } from '@/features/profile/who-sees-now'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, signIn } from '../../fake-supabase'
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
const bea = named(2, 'Bea Berg')
const waiting = named(3, 'Ivan Moss', { accepted_at: null })
const revoked = named(4, 'Rex Moss', { revoked_at: accepted })
const declined = named(5, 'Dora Moss', { accepted_at: null, declined_at: accepted })
const many = [ed, bea, named(6, 'Cleo Berg'), named(7, 'Dan Berg')]

const now = new Date('2026-11-23T12:00:00Z')
const earlier = '2026-11-20T12:00:00+00:00'
const later = '2026-11-30T12:00:00+00:00'
const open = { visibility_hold: false }
const verified = { death_review: 'approved', is_deceased: true, ...open }
const onlyYou = 'Right now, only you can see your plan.'

describe('who can see the plan right now, in one sentence', () => {
  test.each([
    ['a private plan', {}, [ed, bea], /^Right now, only you can see your plan\.$/],
    ['a certificate under review', { death_review: 'pending' }, [ed], onlyYou],
    [
      'a shared plan',
      open,
      [ed, bea, waiting, revoked, declined],
      'Right now, Ed Berg and Bea Berg can see your plan.',
    ],
    ['many people', open, many, 'Right now, 4 people can see your plan.'],
    [
      'a plan shared for some days',
      { ...open, hold_lifted_until: later },
      [ed],
      /^Right now, Ed Berg can see your plan, until Nov 30/,
    ],
    ['days that are over', { ...open, hold_lifted_until: earlier }, [ed], onlyYou],
    [
      'a shared plan that no one accepted',
      open,
      [waiting],
      `${onlyYou} Anyone who accepts your invitation will see it at once.`,
    ],
    [
      'a release that has come',
      { ...verified, release_at: earlier },
      [ed],
      'Right now, Ed Berg can see your plan.',
    ],
    [
      'a waiting period',
      { ...verified, release_at: later },
      [ed],
      /^Right now, only you can see your plan\. It will open on Nov 30, .* unless you stop it\.$/,
    ],
    [
      'a plan that stays open through the wait',
      { ...verified, release_at: later, open_until: later },
      [ed],
      'Right now, Ed Berg can see your plan.',
    ],
  ])('%s', (_, given, people, words) => {
    const sentence = whoSeesNow({ ...profile, ...given } as never, people as never, { now })
    if (typeof words === 'string') expect(sentence).toBe(words)
    else expect(sentence).toMatch(words)
  })
})

test.each([
  [[{ id: 1, timing: 'never' }], 'No one but you.'],
  [[{ id: 2, timing: 'after_death' }], 'Ed Berg, once your plan is open.'],
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

test('while the first hours are open, the sentence names those who can see what was chosen for them', () => {
  expect(whoSeesNow(profile as never, [ed, bea] as never, { circle: ['Ed Berg'], now })).toBe(
    'Right now, Ed Berg can see what you chose for the first hours, and no one can see the rest.',
  )
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
    expect(screen.getByText("Can't see anything until they accept your invitation.")).toBeVisible()
    expect(screen.queryByText(/Rex Moss|Dora Moss/)).toBeNull()
    const readersOf = async (part: string) =>
      (await screen.findByText(part, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent
    expect(await readersOf('Contacts')).toBe('Ed Berg and Ivan Moss, once your plan is open.')
    expect(await readersOf('Insurance & Accounts')).toBe('Ivan Moss, once your plan is open.')
    expect(screen.getByRole('link', { name: 'Access history' })).toHaveAttribute('href', '/history')
  })
})
