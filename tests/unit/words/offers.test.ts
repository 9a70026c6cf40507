// @vitest-environment node
import { expect, it } from 'vitest'
import { offers, TRIAL_DAYS } from '@/words/offers'
import subscriptions from '../../../supabase/migrations/20261121000004_subscriptions.sql?raw'

it('the free trial is shown as long as the database makes it', () => {
  const given = /insert into private\.used_trials [^;]*now\(\) \+ interval '(\d+) days'/.exec(subscriptions)
  expect(given?.[1]).toBe(String(TRIAL_DAYS))
})

it('the yearly offer says how much it saves of twelve months, and every price is in dollars', () => {
  const shown = offers.map(({ label, price, badge }) => [label, price, badge])
  expect(shown).toEqual([
    ['Monthly', '$9.99 per month', undefined],
    ['Annual', '$99 per year', 'Best value · Save 17%'],
    ['Lifetime', '$299 once', undefined],
  ])
})
