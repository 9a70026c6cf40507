import { describe, expect, test } from 'vitest'
import type { Profile } from '@/data/account/profiles'
import { nextStepWords, stepDownWords } from '@/features/invites/next-step-words'
import { periodWords } from '@/features/profile/period-words'

const now = new Date(2026, 10, 23, 12)
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const profile = (given: Partial<Profile> = {}): Profile => ({
  user_id: 'margaret',
  full_name: 'Margaret Ellis',
  visibility_hold: true,
  hold_lifted_until: null,
  is_deceased: false,
  death_review: 'none',
  death_certificate_path: null,
  death_reviewed_at: null,
  death_review_message: null,
  release_stopped_at: null,
  release_at: null,
  open_until: null,
  died_on: null,
  release_wait_days: 0,
  review_reminder_months: 12,
  plan_reviewed_at: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
  ...given,
})
const next = (given: Partial<Profile> | null, isPracticing = false) =>
  nextStepWords(given && profile(given), 'Margaret Ellis', { firstHours: null, isPracticing }, now)
const come = 'You don’t need to do anything now. When Margaret Ellis has died, come back here.'

describe('what a person who accepted has to do', () => {
  test('what a person who accepted has to do is to come back, while the plan is not known', () => {
    expect(next(null)).toBe(come)
    expect(next(null, true)).toBe(come.replace('anything now', 'anything else now'))
  })

  test('what a person who accepted has to do is to come back, and when they can read a plan on hold', () => {
    const private_ = `${come} You can read the plan once their death has been verified`
    const shared = ', or sooner if they choose to share it.'
    expect(next({})).toBe(`${private_}${shared}`)
    expect(next({ release_wait_days: 1 })).toBe(`${private_} and a waiting period of 1 day is over${shared}`)
    expect(next({ visibility_hold: false })).toBe(
      `${come} They’ve shared the plan with you, so you can already read it.`,
    )
  })

  test('what a person who accepted reads of first hours that someone opened, unless a certificate says more', () => {
    const opened = { reason: 'ill', opens_at: inHours(0), died_opens_at: null, openedBy: 'You' } as const
    const told = (given: Partial<Profile>, change = {}) =>
      nextStepWords(
        profile(given),
        'Margaret Ellis',
        { firstHours: { ...opened, ...change }, isPracticing: false },
        now,
      )
    const more = ' Choose “View plan” to see more.'
    expect(told({})).toBe(`You opened the first hours of Margaret Ellis’s plan.${more}`)
    expect(told({}, { died_opens_at: inHours(24) })).toBe(
      `You opened the first hours of Margaret Ellis’s plan. Someone has said that Margaret Ellis has died. What was chosen for that opens on Nov 24, 2026, 12:00\u00a0PM, unless Margaret Ellis says no.${more}`,
    )
    expect(told({}, { died_opens_at: inHours(0) }), 'no longer announced').toBe(told({}))
    expect(told({}, { reason: 'died', opens_at: inHours(1), died_opens_at: inHours(1) })).toBe(
      `You asked to open the first hours of Margaret Ellis’s plan. They open on Nov 23, 2026, 1:00\u00a0PM, unless Margaret Ellis says no.${more}`,
    )
    expect(told({ death_review: 'pending' })).toMatch(/A death certificate is being reviewed/)
    expect(told({ death_review: 'approved', release_at: inHours(0) })).toMatch(/You can read the plan now\./)
  })

  test('what a person who accepted has to do is to wait, while a certificate is reviewed', () => {
    expect(next({ death_review: 'pending' })).toMatch(/A death certificate is being reviewed/)
    expect(next({ death_certificate_path: 'a/1.pdf' })).toMatch(
      /^We need another photo of the death certificate/,
    )
  })

  test.each([
    ['has opened', { release_at: inHours(0) }, true],
    ['opens later', { release_at: inHours(1) }, false],
    ['was open before and opens later', { release_at: inHours(1), open_until: inHours(1) }, true],
    ['was open before, and is not now', { release_at: inHours(1), open_until: inHours(-1) }, false],
  ])('what a person who accepted can do after a death, where the plan %s', (_, given, isOpen) => {
    const words = next({ death_review: 'approved', ...given })
    if (isOpen) expect(words).toMatch(/death has been verified\. You can read the plan now\./)
    else expect(words).toMatch(/You can read the plan from Nov 23, 2026, 1:00\u00a0PM\.$/)
  })
})

test('a person who steps down is told who hears of it, and whether anyone can name them again', () => {
  const words = (death_review: Profile['death_review'] | null) =>
    stepDownWords(death_review && profile({ death_review }), 'Margaret Ellis')
  const ends = 'You won’t be able to open Margaret Ellis’s plan anymore, now or later.'
  expect(words(null)).toBe(`${ends} Only Margaret Ellis can name you again.`)
  expect(words('none')).toBe(
    `${ends} We’ll tell Margaret Ellis, so they can choose someone else. They can also name you again.`,
  )
  expect(words('pending')).toMatch(/any other trustees and executors\. Only Margaret Ellis can name you/)
  expect(words('approved')).toMatch(/This can’t be undone: .* so no one can name you again\.$/)
})

test.each([
  [0, 'No waiting period'],
  [1, '1 day'],
  [14, '14 days'],
])('a waiting period of %d days is called "%s"', (days, words) => {
  expect(periodWords(days)).toBe(words)
})
