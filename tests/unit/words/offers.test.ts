// @vitest-environment node
import { expect, it } from 'vitest'
import { TRIAL_DAYS } from '@/words/offers'
import subscriptions from '../../../supabase/migrations/20261121000004_subscriptions.sql?raw'

it('the free trial is shown as long as the database makes it', () => {
  const given = /insert into private\.used_trials [^;]*now\(\) \+ interval '(\d+) days'/.exec(subscriptions)
  expect(given?.[1]).toBe(String(TRIAL_DAYS))
})
