// @vitest-environment node
import { expect, it } from 'vitest'
import { requireBuildVariables } from '../../../deploy/build-variables.ts'

const complete = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
}

it('a build goes on with its two variables', () => {
  expect(() => requireBuildVariables(complete)).not.toThrow()
  const older = `a.${btoa('{"role":"anon"}')}.b`
  expect(() => requireBuildVariables({ ...complete, VITE_SUPABASE_PUBLISHABLE_KEY: older })).not.toThrow()
})

it.each([
  [
    { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' },
    /needs VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY/,
  ],
  [{ VITE_SUPABASE_URL: '' }, /needs VITE_SUPABASE_URL: put/],
  [{ VITE_SUPABASE_URL: 'abc.supabase.co' }, /is no address/],
  [{ VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_secret_1' }, /is a secret key/],
  [{ VITE_SUPABASE_PUBLISHABLE_KEY: `a.${btoa('{"role":"service_role"}')}.secret_1` }, /is a secret key/],
])('a build with %o is refused, and no key is repeated', (change, words) => {
  const build = () => requireBuildVariables({ ...complete, ...change })
  expect(build).toThrow(words)
  expect(build).not.toThrow(/secret_1/)
})
