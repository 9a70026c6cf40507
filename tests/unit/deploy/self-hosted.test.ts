// @vitest-environment node
// What deploy/self-hosted/compose.yml says to the containers, compared with what supabase/config.toml says to hosted
// projects. A new setting of config.toml fails here until it has a variable, or a reason for having none.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ConfigToml, readConfigToml } from '../../../supabase/local/config-toml.ts'

const project = join(import.meta.dirname, '../../..')
const compose = readFileSync(join(project, 'deploy/self-hosted/compose.yml'), 'utf8')
const configText = readFileSync(join(project, 'supabase/config.toml'), 'utf8')

/** The variables of a container, by name, with their quotes taken off. */
function variablesOf(service: string): Record<string, string> {
  const block = new RegExp(`^ {2}${service}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''
  const lines = block.matchAll(/^ {6}([A-Z][A-Z0-9_]*): (?:"(.*)"|'(.*)'|(.*))$/gm)
  return Object.fromEntries([...lines].map(([, name, a, b, c]) => [name ?? '', a ?? b ?? c ?? '']))
}

const auth = variablesOf('auth')
const rest = variablesOf('rest')
const storage = variablesOf('storage')
const functions = variablesOf('functions')

/** Settings under another name, with the same value. */
const sameValue: Record<string, string | undefined> = {
  'auth.jwt_expiry': auth.GOTRUE_JWT_EXP,
  'auth.enable_refresh_token_rotation': auth.GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED,
  'auth.refresh_token_reuse_interval': auth.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
  'auth.enable_anonymous_sign_ins': auth.GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED,
  'auth.enable_manual_linking': auth.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
  'auth.rate_limit.email_sent': auth.GOTRUE_RATE_LIMIT_EMAIL_SENT,
  'auth.rate_limit.token_refresh': auth.GOTRUE_RATE_LIMIT_TOKEN_REFRESH,
  'auth.rate_limit.sign_in_sign_ups': auth.GOTRUE_RATE_LIMIT_OTP,
  'auth.rate_limit.token_verifications': auth.GOTRUE_RATE_LIMIT_VERIFY,
  'auth.email.double_confirm_changes': auth.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
  'auth.email.max_frequency': auth.GOTRUE_SMTP_MAX_FREQUENCY,
  'auth.email.otp_length': auth.GOTRUE_MAILER_OTP_LENGTH,
  'auth.email.otp_expiry': auth.GOTRUE_MAILER_OTP_EXP,
  'auth.email.enabled': auth.GOTRUE_EXTERNAL_EMAIL_ENABLED,
  'auth.hook.custom_access_token.enabled': auth.GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED,
  'auth.hook.custom_access_token.uri': auth.GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI,
  'api.max_rows': rest.PGRST_DB_MAX_ROWS,
}

/** Settings that the other side asks the other way round. */
const opposite: Record<string, string | undefined> = {
  'auth.enable_signup': auth.GOTRUE_DISABLE_SIGNUP,
  'auth.email.enable_confirmations': auth.GOTRUE_MAILER_AUTOCONFIRM,
}

/** Settings that are compared below, are in .env of the server, or are of `supabase start` alone. */
const elsewhere =
  /^auth\.(enabled|site_url)$|^auth\.email\.(template|notification|smtp)\.|^auth\.captcha\.|^api\.(enabled|port|auto_expose_new_tables)$|^storage\./

let config: ConfigToml
beforeAll(async () => {
  config = await readConfigToml()
})

describe('compose', () => {
  it('deploy/self-hosted/compose.yml has a variable for every setting of Auth and the Data API', () => {
    const settings = [...config.keys()].filter((name) => /^(auth|api|storage)\./.test(name))
    expect(settings.length).toBeGreaterThan(30)
    const known = (name: string) => name in sameValue || name in opposite || elsewhere.test(name)
    expect(settings.filter((name) => !known(name))).toEqual([])
  })

  it('deploy/self-hosted/compose.yml gives each the value of config.toml', () => {
    for (const [name, value] of Object.entries(sameValue))
      expect([name, value]).toEqual([name, String(config.get(name))])
    for (const [name, value] of Object.entries(opposite))
      expect([name, value]).toEqual([name, String(!config.get(name))])
  })

  it('deploy/self-hosted/compose.yml keeps a sign-in code good for the 10 minutes that its email says', () => {
    expect(auth.GOTRUE_MAILER_OTP_EXP).toBe('600')
  })

  it('deploy/self-hosted/compose.yml shows the same schemas of the database', () => {
    const list = (name: string) =>
      [...(new RegExp(`^${name} = \\[(.*)\\]$`, 'm').exec(configText)?.[1] ?? '').matchAll(/"([^"]+)"/g)]
        .map(([, schema]) => schema)
        .join(',')
    expect(rest.PGRST_DB_SCHEMAS).toBe(list('schemas'))
    expect(rest.PGRST_DB_SCHEMAS).toBe('public')
    expect(rest.PGRST_DB_EXTRA_SEARCH_PATH).toBe(list('extra_search_path'))
  })

  it('deploy/self-hosted/compose.yml takes files of the same size', () => {
    const megabytes = Number(String(config.get('storage.file_size_limit')).replace('MiB', ''))
    expect(storage.FILE_SIZE_LIMIT).toBe(String(megabytes * 1024 * 1024))
  })

  it('deploy/self-hosted/compose.yml checks no token in front of the functions, as config.toml says for each of them', () => {
    const checks = [...config.entries()].filter(([name]) => name.endsWith('.verify_jwt'))
    expect(checks.length).toBeGreaterThan(5)
    expect(new Set(checks.map(([, value]) => String(value)))).toEqual(new Set([functions.VERIFY_JWT]))
  })

  it('deploy/self-hosted/compose.yml reads the variables of the functions from a file, and lets none of its own stand empty', () => {
    expect(compose).toContain('env_file:\n      - ./functions.env')
    // Compose stops with the name of a variable that is written with ":?" and is empty.
    expect(functions.SUPABASE_SECRET_KEYS).toMatch(/^\{"default":"\$\{SUPABASE_SECRET_KEY:\?\}"\}$/)
    expect(functions.SUPABASE_PUBLISHABLE_KEYS).toMatch(/^\{"default":"\$\{SUPABASE_PUBLISHABLE_KEY:\?\}"\}$/)
    const mayBeEmpty = [...compose.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name)
    // Supabase's own .env has both.
    expect(mayBeEmpty).toEqual(['POSTGRES_PORT', 'POOLER_PROXY_PORT_TRANSACTION'])
  })

  it('deploy/self-hosted/compose.yml limits tries by address, and lets only functions name another address', () => {
    expect(auth.GOTRUE_RATE_LIMIT_HEADER).toBe('X-Forwarded-For')
    expect(auth.GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED).toBe('true')
    const caddy = readFileSync(join(project, 'deploy/self-hosted/Caddyfile'), 'utf8')
    expect(caddy).toMatch(/reverse_proxy kong:8000 \{[^}]*header_up -Sb-Forwarded-For/)
  })

  it.each(['confirmation', 'magic_link', 'recovery', 'email_change', 'reauthentication', 'invite'])(
    'sends the mail %s with our subject and template',
    (name) => {
      const path = String(config.get(`auth.email.template.${name}.content_path`))
      expect(auth[`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`]).toBe(
        `http://caddy:8080/${basename(path)}`,
      )
      expect(auth[`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`]).toBe(
        config.get(`auth.email.template.${name}.subject`),
      )
    },
  )

  it('deploy/self-hosted/compose.yml sends no mail that config.toml does not know, and no notification that it switches off', () => {
    const inConfig = (section: string) =>
      new Set(
        [...config.keys()].flatMap(
          (name) => new RegExp(`^auth\\.email\\.${section}\\.(\\w+)\\.`).exec(name)?.[1] ?? [],
        ),
      )
    const inCompose = (pattern: RegExp) =>
      new Set(Object.keys(auth).flatMap((name) => pattern.exec(name)?.[1]?.toLowerCase() ?? []))
    expect(inCompose(/^GOTRUE_MAILER_TEMPLATES_(\w+)$/)).toEqual(inConfig('template'))
    expect(inCompose(/^GOTRUE_MAILER_NOTIFICATIONS_(\w+)_ENABLED$/)).toEqual(inConfig('notification'))
    for (const name of inConfig('notification'))
      expect(auth[`GOTRUE_MAILER_NOTIFICATIONS_${name.toUpperCase()}_ENABLED`]).toBe(
        String(config.get(`auth.email.notification.${name}.enabled`)),
      )
  })
})
