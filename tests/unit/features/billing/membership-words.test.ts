import { describe, expect, test } from 'vitest'
import type { Subscription } from '@/data/membership/membership'
import {
  attentionWords,
  boughtOffer,
  closedWords,
  hasFreeDays,
  isAtStripe,
  offerName,
  renewalWords,
  statusBadge,
  trialWords,
} from '@/features/billing/membership-words'
import { attentionTitle, closedTitle, needsAttention } from '@/features/billing/needs-attention'
import { formatDate } from '@/lib/dates'
import { offers } from '@/words/offers'
import { inDays, states, subscription } from './memberships'

const day = (days: number) => formatDate(inDays(days))
const plan = (id: string) => offers.find((one) => one.id === id)

describe('the membership badge', () => {
  test.each<[Partial<Subscription>, string]>([
    [{ status: 'trialing' }, 'Trialing'],
    [{ status: 'trialing', trial_end: inDays(-1) }, 'Trial ended'],
    // With a card, the first payment may be under way, so the badge does not say that the trial ended.
    [{ status: 'trialing', plan: 'annual', trial_end: inDays(-0.1) }, 'Trialing'],
    [{ status: 'active' }, 'Active'],
    [{ status: 'past_due' }, 'Past due'],
    [{ status: 'unpaid' }, 'Past due'],
    [{ status: 'incomplete_expired' }, 'incomplete expired'],
    [{ status: 'a_word_of_tomorrow' }, 'a word of tomorrow'],
    [{ status: 'canceled' }, 'canceled'],
    [{ status: 'canceled', lifetime: true }, 'Lifetime'],
    [{ status: 'past_due', lifetime: true }, 'Lifetime'],
  ])('for %o is "%s"', (values, words) => {
    expect(statusBadge(subscription(values)).words).toBe(words)
  })
})

test('the membership badge warns of a first payment that is unfinished, and of no other word of Stripe', () => {
  expect(statusBadge(states.incomplete)).toEqual({ words: 'incomplete', tone: 'warning' })
  expect(statusBadge(states.canceled)).toEqual({ words: 'canceled', tone: 'neutral' })
})

describe('trial', () => {
  test.each([
    [6.9, '7 days left'],
    [1.01, '2 days left'],
    [0.9, '1 day left'],
    [0.001, '1 day left'],
  ])('for a trial that ends in %d days say "%s"', (days, words) => {
    expect(trialWords(subscription({ trial_end: inDays(days) }))).toBe(`${words} (ends ${day(days)})`)
  })

  test('the words about a trial say when a trial ended, or what starts one that has not begun', () => {
    expect(trialWords(states['trial over'])).toBe(`Ended ${day(-1)}`)
    expect(trialWords(null)).toMatch(/^Your 7-day free trial starts/)
  })

  test('the words about a trial name no end that is still to come to a member who paid before the trial was over', () => {
    expect(trialWords({ ...states.active, trial_end: inDays(3) })).toBe('None')
    expect(trialWords({ ...states.lifetime, trial_end: inDays(3) })).toBe('None')
    expect(trialWords(subscription({ lifetime: true, trial_end: inDays(3) }))).toBe('None')
    expect(trialWords({ ...states.active, trial_end: null })).toBe('None')
  })

  test('free days are left before a trial and while it runs, and not when it is over or replaced', () => {
    const left = [null, states.trial].map(hasFreeDays)
    expect(left).toEqual([true, true])
    const rows = [states['trial over'], states.active, states.lifetime, subscription({ trial_end: null })]
    expect(rows.map(hasFreeDays)).toEqual([false, false, false, false])
  })
})

describe('the words for the next renewal', () => {
  test.each<[string, Subscription | null, string]>([
    ['in a trial', states.trial, 'None. Nothing will be charged.'],
    ['before the trial', null, 'None. Nothing will be charged.'],
    ['in a trial with a card', subscription({ plan: 'annual' }), `${day(5.5)}, $99 per year`],
    ['of an active membership', states.active, `${day(20)}, $9.99 per month`],
    [
      'of a cancelled membership',
      { ...states.active, cancel_at_period_end: true },
      `None. You’ve canceled, and your membership ends on ${day(20)}.`,
    ],
    ['after a failed payment', states['in grace'], `It was due on ${day(-2)} ($9.99 per month).`],
    ['of an unpaid membership', states.unpaid, 'None until your payment is settled.'],
    ['while the first payment is incomplete', states.incomplete, 'None until your payment is settled.'],
    ['of an ended membership', states.canceled, 'None. Nothing will be charged.'],
    ['of a lifetime membership', states.lifetime, 'None. You’re paid up for life.'],
  ])('%s', (_name, row, words) => {
    expect(renewalWords(row)).toBe(words)
  })
})

test('a membership needs attention when a payment is owed or unfinished, but never for a lifetime', () => {
  const asking = Object.entries(states).filter(([, row]) => needsAttention(row))
  expect(asking.map(([name]) => name)).toEqual(['in grace', 'unpaid', 'incomplete'])
  expect(needsAttention({ ...states.unpaid, lifetime: true })).toBe(false)
})

test('a failed payment names the end of the 7 days of grace, or says what is closed afterward', () => {
  expect(attentionWords(states['in grace'], true).text).toContain(`still have access until ${day(5)}`)
  const over = { ...states['in grace'], current_period_end: inDays(-7.01) }
  expect(attentionWords(over, false).text).toContain('you can’t add to your plan')
  expect(attentionWords(states.unpaid, false).text).toContain('you can’t add to your plan')
  expect(attentionWords(states.incomplete, true).text).not.toContain('you can’t add')
})

test('a failed payment says that access is over where the membership is, or the payment is not merely late', () => {
  const over = { ...states['in grace'], current_period_end: inDays(-8) }
  for (const [row, premium] of [
    [states['in grace'], false],
    [over, true],
    [{ ...states.unpaid, current_period_end: inDays(-2) }, true],
  ] as const)
    expect(attentionWords(row, premium).text).toMatch(/^Until it does, you can’t add to your plan/)
  expect(attentionWords(states.incomplete, false).text).toMatch(/Until you do, you can’t add to your plan/)
})

test('the title of a payment that needs attention says whether it was refused or is unfinished', () => {
  expect(attentionTitle(states.incomplete)).toBe('Your payment isn’t finished')
  expect(attentionTitle(states['in grace'])).toBe('Your last payment didn’t go through')
  expect(attentionWords(states.incomplete, true).title).toBe('Your payment isn’t finished')
})

test('the one reason why a plan takes no changes is a payment, a membership or a trial that ended', () => {
  const rows = [states.incomplete, states.canceled, states['trial over'], null]
  expect(rows.map(closedTitle)).toEqual([
    'Your payment isn’t finished',
    'Your membership has ended',
    'Your free trial has ended',
    'Your free trial has ended',
  ])
  expect(closedWords(null)).toBe('To keep adding to your plan, choose a membership.')
})

test('a membership is named by the offer that was chosen, and has something to manage only then', () => {
  const rows = [null, states.trial, states.canceled, states.lifetime]
  expect(rows.map(offerName)).toEqual(['Free trial', 'Free trial', 'Monthly', 'Lifetime'])
  expect(rows.map(isAtStripe)).toEqual([false, false, true, true])
})

test('the premium gate says what ended and when, but names no day that is still to come', () => {
  expect(closedWords(states['trial over'])).toContain(`It ended on ${day(-1)}.`)
  expect(closedWords(states.canceled)).toContain(`It ended on ${day(-3)}.`)
  expect(closedWords({ ...states.canceled, current_period_end: inDays(3) })).not.toContain('ended on')
  expect(closedWords(states.unpaid)).toContain('update your payment details')
})

test('a checkout is confirmed only by a membership with the plan that was bought', () => {
  expect(boughtOffer(states.active, plan('monthly'))?.id).toBe('monthly')
  expect(boughtOffer(states.active, plan('lifetime'))).toBeNull()
  expect(boughtOffer(states.lifetime, plan('lifetime'))?.id).toBe('lifetime')
  expect(boughtOffer(subscription({ plan: 'annual' }), plan('annual'))?.id).toBe('annual')
  for (const row of [
    null,
    states.trial,
    states.unpaid,
    states.incomplete,
    states['in grace'],
    states.canceled,
  ])
    expect(boughtOffer(row, undefined)).toBeNull()
})
