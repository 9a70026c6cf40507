import { expect, test } from 'vitest'
import type { Membership } from '@/data/membership/membership'
import type { Designation } from '@/data/people/designations'
import { whatGoes } from '@/features/settings/deletion/lost-with-account'
import { designation } from '../../designation'
import { subscription } from '../billing/memberships'

const membership = (given: Partial<Membership> = {}): Membership => ({
  billingEnabled: true,
  premium: true,
  subscription: null,
  ...given,
})
const lines = (
  counts: Record<string, number>,
  invitations: Designation[] = [],
  given: Membership = membership(),
) => whatGoes({ full_name: null, plan_reviewed_at: null, review_due_at: null, counts }, invitations, given)
const invitation = (given: Partial<Designation> = {}): Designation =>
  designation({
    id: 1,
    owner_id: 'walter',
    owner_name: 'Walter Ellis',
    person_name: 'Margaret Ellis',
    person_email: 'margaret@example.com',
    beneficiary_user_id: 'margaret',
    invited_at: null,
    accepted_at: '2026-11-02T10:00:00+00:00',
    ...given,
  })

test('deleting an account without anything in it loses nothing', () => {
  expect(lines({})).toEqual([])
})

test('deleting an account loses each part of the plan that holds something, and the people named', () => {
  const lost = lines({ contacts: 2, music_chosen: 1, people: 1 })
  expect(lost).toHaveLength(3)
  expect(lost).toEqual(
    expect.arrayContaining([
      '2 contacts',
      'your music',
      'your list of 1 person you’ve named; we’ll email the ones who have accepted',
    ]),
  )
})

test('deleting an account loses the roles that the person accepted in the plans of others', () => {
  const open = invitation({ id: 2, accepted_at: null })
  expect(lines({}, [open])).toEqual([])
  expect(lines({}, [open, invitation()])).toEqual([
    'your role in another person’s plan; they won’t be able to reach you through us anymore',
  ])
  expect(lines({}, [invitation(), invitation({ id: 3 })])).toEqual([
    'your role in 2 other people’s plans; they won’t be able to reach you through us anymore',
  ])
})

test('deleting an account loses a membership that was paid for, but not a free trial', () => {
  const paid = ['your membership, right away and without a refund']
  const of = (given: Partial<Membership>) => lines({}, [], membership(given))
  expect(of({ subscription: subscription({ plan: 'monthly', status: 'active' }) })).toEqual(paid)
  expect(of({ subscription: subscription({ lifetime: true }) })).toEqual(paid)
  expect(of({ subscription: subscription() })).toEqual([])
  expect(of({ billingEnabled: false, subscription: subscription({ lifetime: true }) })).toEqual([])
})
