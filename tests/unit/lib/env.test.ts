import { afterEach, expect, test, vi } from 'vitest'
import { operator, readEnv, reviewTime, supportEmail, turnstileSiteKey } from '@/lib/env'

afterEach(() => vi.unstubAllEnvs())

test('the address and the key of Supabase are read from the build variables', () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://supabase.test')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test')
  expect(readEnv()).toEqual({
    supabaseUrl: 'http://supabase.test',
    supabasePublishableKey: 'sb_publishable_test',
  })
})

test.each([
  ['VITE_SUPABASE_URL', ''],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', undefined],
])(
  'a build without %s (%j) fails with an error that names the variable and where to put it',
  (name, value) => {
    vi.stubEnv('VITE_SUPABASE_URL', 'http://supabase.test')
    vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test')
    vi.stubEnv(name, value)
    expect(readEnv).toThrow(`${name} is missing: put it into .env.local`)
  },
)

const facts = [
  ['VITE_SUPPORT_EMAIL', supportEmail],
  ['VITE_REVIEW_TIME', reviewTime],
  ['VITE_TURNSTILE_SITE_KEY', turnstileSiteKey],
  ['VITE_OPERATOR_NAME', () => operator().name],
  ['VITE_OPERATOR_ADDRESS', () => operator().address],
  ['VITE_OPERATOR_LAW', () => operator().law],
  ['VITE_DATA_LOCATION', () => operator().dataLocation],
  ['VITE_BACKUP_DAYS', () => operator().backupDays],
] as const

test.each(facts)('%s is what the build says, and null where it says nothing', (name, read) => {
  vi.stubEnv(name, 'said by the build')
  expect(read()).toBe('said by the build')
  for (const nothing of ['', undefined]) {
    vi.stubEnv(name, nothing)
    expect(read()).toBeNull()
  }
})
