import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { OpenPlanStrip } from '@/features/release/open-plan-strip'
import { patterns } from '@/lib/paths'
import { formatDateTime } from '../../dates-as-read'
import { anna, fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const profile = {
  user_id: anna.id,
  visibility_hold: false,
  hold_lifted_until: null,
  death_review: 'none',
  release_at: null,
}
/** PostgREST sends the count in a header, with an empty body. */
const people = (count: number) => () => new Response(null, { headers: { 'content-range': `*/${count}` } })

function open(routes: Routes) {
  const calls = fakeSupabase({ 'GET profiles': json(profile), 'HEAD designations': people(1), ...routes })
  return { calls, ...renderPage({ page: OpenPlanStrip, pattern: patterns.dashboard }) }
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each([
  [3, 'Your plan is shared with 3 people'],
  [1, 'Your plan is shared with 1 person'],
  [0, 'Anyone who accepts your invitation can see your plan'],
])('the open-plan strip says to how many people the plan is open', async (count, words) => {
  const { calls, user } = open({ 'HEAD designations': people(count) })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent(
    count === 0
      ? 'until you make it private again. No one has yet.'
      : 'until you make it private again. Change',
  )
  const asked = calls.find(({ route }) => route === 'HEAD designations')?.url.searchParams
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    owner_id: `eq.${anna.id}`,
    accepted_at: 'not.is.null',
    revoked_at: 'is.null',
  })
  await user.click(screen.getByRole('link', { name: 'Change this' }))
  expect(await screen.findByText('Now at /who-can-see-my-plan')).toBeVisible()
})

test('the open-plan strip says until when the plan is open', async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString()
  open({ 'GET profiles': json({ ...profile, hold_lifted_until: until }) })
  expect(
    await screen.findByText(`until ${formatDateTime(until)}, then it’ll be private again.`, { exact: false }),
  ).toBeVisible()
})

test('the open-plan strip is shown even when the number of people cannot be loaded', async () => {
  open({ 'HEAD designations': refusal('57014', 500) })
  expect(
    await screen.findByText('Your plan is shared with everyone who has accepted your invitation'),
  ).toBeVisible()
})

test.each([
  ['hidden', { visibility_hold: true }],
  ['hidden again because its days are over', { hold_lifted_until: '2020-01-01T00:00:00+00:00' }],
  [
    'verified, which another strip announces',
    { death_review: 'approved', release_at: '2026-11-01T00:00:00+00:00' },
  ],
])('the open-plan strip is absent and requests no more while the plan is %s', async (_what, change) => {
  const { calls } = open({ 'GET profiles': json({ ...profile, ...change }) })
  await expect.poll(() => calls.length).toBe(1)
  await Promise.resolve()
  expect(screen.queryByRole('status')).toBeNull()
  expect(calls.map(({ route }) => route)).toEqual(['GET profiles'])
})
