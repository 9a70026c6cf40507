import { fileURLToPath } from 'node:url'

/** Keys of the embedded stack. They are public, which is safe because its servers listen on 127.0.0.1 only. */
export const publishableKey = 'sb_publishable_heartwood_local'
export const secretKey = 'sb_secret_heartwood_local'
export const jwtSecret = 'heartwood-local-jwt-secret-at-least-32-characters'
export const resendKey = 're_heartwood_local'
export const resendWebhookSecret = 'whsec_aGVhcnR3b29kLWxvY2FsLXJlc2VuZA=='
export const codeHmacKey = 'heartwood-local-code-key-of-32-characters'
export const stripeKey = 'sk_test_heartwood_local'
export const stripeWebhookSecret = 'whsec_heartwood_local'

export const mailFrom = 'Heartwood <hello@heartwood.local>'
export const operatorEmail = 'operator@example.com'
export const host = '127.0.0.1'

/** The ports of `supabase start`, so that bookmarks work for both stacks. */
export const defaultPorts = {
  app: 5173,
  api: 54321,
  dashboard: 54323,
  mailbox: 54324,
  stripe: 54326,
} as const

/** The command that starts over with fresh data. @param portBase as given to npm start */
export const resetCommand = (portBase?: string) =>
  `npm start -- --reset${portBase === undefined ? '' : ` --port-base ${portBase}`}`

const supabase = new URL('../', import.meta.url)

export const paths = {
  project: fileURLToPath(new URL('../', supabase)),
  config: fileURLToPath(new URL('config.toml', supabase)),
  migrations: fileURLToPath(new URL('migrations/', supabase)),
  seed: fileURLToPath(new URL('seed.sql', supabase)),
  templates: fileURLToPath(new URL('templates/', supabase)),
  functions: fileURLToPath(new URL('functions/', supabase)),
  local: fileURLToPath(new URL('local/', supabase)),
  drawings: fileURLToPath(new URL('../e2e/pictures/drawings/', supabase)),
  data: fileURLToPath(new URL('local/.data/', supabase)),
  cache: fileURLToPath(new URL('../node_modules/.cache/heartwood-stack/', supabase)),
}
