import { beforeEach, describe, expect, test } from 'vitest'
import { createQueryClient } from '@/browser/query-client'
import { findHome, helpedQuery, ownPlanQuery } from '@/data/people/where-to-begin'
import { type Answer, anna, fakeSupabase, json, refusal, signIn } from '../../fake-supabase'

const margaret = {
  owner_id: '22222222-2222-4222-8222-222222222222',
  owner_name: 'Margaret Ellis',
  accepted_at: '2026-11-02T10:00:00+00:00',
}
const invited = { ...margaret, owner_name: 'Ruth Bennett', accepted_at: null }

/** How many rows there are, which the Data API says in a header. */
const counted =
  (rows: number): Answer =>
  () =>
    new Response(null, { status: 200, headers: { 'content-range': `*/${rows}` } })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('the page after sign-in', () => {
  test.each([
    ['the dashboard for a person whom no one invited', [], 0, '/dashboard'],
    ['the dashboard for an owner whom no one invited', [], 1, '/dashboard'],
    ['the invitations for a person who was invited and has no plan', [invited], 0, '/invites'],
    ['the invitations for a person who helps with a plan and has none', [margaret], 0, '/invites'],
    ['the dashboard for an owner whom others named', [margaret, invited], 1, '/dashboard'],
  ])('is %s', async (_what, designations, plans, page) => {
    const calls = fakeSupabase({
      'GET designations': json(designations),
      'HEAD subscriptions': counted(plans),
    })
    expect(await findHome(anna)).toBe(page)
    const named = calls.find(({ route }) => route === 'GET designations')?.url.searchParams
    expect([named?.get('owner_id'), named?.get('revoked_at')]).toEqual([`neq.${anna.id}`, 'is.null'])
    const own = calls.find(({ route }) => route === 'HEAD subscriptions')?.url.searchParams
    expect(own?.get('user_id')).toBe(`eq.${anna.id}`)
  })

  test.each(['GET designations', 'HEAD subscriptions'])('cannot be found while %s fails', async (route) => {
    const routes = { 'GET designations': json([]), 'HEAD subscriptions': counted(0) }
    fakeSupabase({ ...routes, [route]: refusal('42501', 403) })
    await expect(findHome(anna)).rejects.toBeDefined()
  })
})

test('the plans that a person helps with are those whose invitation they accepted, by their owners’ names', async () => {
  const calls = fakeSupabase({ 'GET designations': json([margaret, invited]) })
  expect(await createQueryClient().fetchQuery(helpedQuery(anna.id))).toEqual({
    isNamed: true,
    plans: [margaret],
  })
  expect(calls[0]?.url.searchParams.get('order')).toBe('owner_name.asc')
})

test.each([
  [0, false],
  [1, true],
])('a person with %i memberships has begun a plan: %s', async (rows, hasPlan) => {
  fakeSupabase({ 'HEAD subscriptions': counted(rows) })
  expect(await createQueryClient().fetchQuery(ownPlanQuery(anna.id))).toBe(hasPlan)
})
