// @vitest-environment node
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSettings, readSource } from '../../../deploy/supabase/settings.ts'
import { numberSetting, readConfigToml } from '../../../supabase/local/config-toml.ts'

const complete = {
  SUPABASE_PROJECT_REF: 'abcdefghijklmnopqrst',
  APP_ORIGIN: 'https://plans.heartwood.family',
  MAIL_FROM: 'post@heartwood.family',
  RESEND_API_KEY: 're_1',
  CODE_HMAC_KEY: 'a key of 32 characters, or more…',
}

describe('settings', () => {
  it.each([
    ['SUPABASE_PROJECT_REF', '', /is missing: the 20 letters/],
    ['SUPABASE_PROJECT_REF', 'http://127.0.0.1:54321', /is not valid: .*A local stack has none/],
    ['SUPABASE_PROJECT_REF', 'heartwood', /is not valid/],
    ['SUPABASE_ACCESS_TOKEN', 'sbp_…', /is not valid: make one at/],
    ['APP_ORIGIN', 'http://127.0.0.1:5173', /is not valid: .*not this machine/],
    ['APP_ORIGIN', 'https://localhost:5173', /is not valid/],
    ['APP_ORIGIN', 'http://plans.heartwood.family', /is not valid/],
    ['APP_ORIGIN', 'https://app.example.com', /is not valid/],
    ['APP_ORIGIN', 'https://heartwood.family/app', /is not valid: .*without a path/],
    ['APP_ORIGIN', 'https://heartwood.family/?a=b', /is not valid/],
    ['MAIL_FROM', 'Heartwood', /is not valid: the sender of all mail/],
    ['RESEND_API_KEY', ' ', /is missing: make one at https:\/\/resend\.com/],
    ['CODE_HMAC_KEY', 'short', /is not valid: make one with `openssl/],
    ['CODE_HMAC_KEY_BEFORE', 'the old key without the day of the change', /is not valid: the day on which/],
    ['SUPPORT_EMAIL', 'us', /is not valid: an email address/],
    ['FILE_SIZE_LIMIT', 'large', /is not valid: such as 500MiB/],
    ['SMTP_HOST', 'smtp.heartwood.family', /SMTP_USER is missing[\s\S]*SMTP_PASSWORD is missing/],
    ['TURNSTILE_SECRET_KEY', 'x', /VITE_TURNSTILE_SITE_KEY is missing/],
    ['VITE_TURNSTILE_SITE_KEY', 'x', /TURNSTILE_SECRET_KEY is missing/],
    [
      'STRIPE_SECRET_KEY',
      'sk_live_1',
      /STRIPE_WEBHOOK_SECRET is missing[\s\S]*STRIPE_PRICE_LIFETIME is missing/,
    ],
    ['STRIPE_SECRET_KEY', 'sk_…', /STRIPE_SECRET_KEY is not valid/],
  ])('the settings of a deployment are refused with %s=%j', (name, value, words) => {
    const read = () => readSettings({ ...complete, [name]: value })
    expect(read).toThrow(words)
    expect(read).toThrow('.env.deploy')
  })

  it('the settings of a deployment are refused all at once, and no value is repeated', () => {
    const broken = { CODE_HMAC_KEY: 'my secret', APP_ORIGIN: 'nowhere' }
    expect(() => readSettings(broken)).toThrow(
      /PROJECT_REF is missing[\s\S]*APP_ORIGIN is not valid[\s\S]*MAIL_FROM is missing/,
    )
    expect(() => readSettings(broken)).not.toThrow(/my secret|nowhere/)
  })

  it('the settings of a deployment send the mail of Auth through Resend unless another host is named', () => {
    expect(readSettings(complete).config).toMatchObject({
      SMTP_ENABLED: 'true',
      SMTP_HOST: 'smtp.resend.com',
      SMTP_USER: 'resend',
      SMTP_PASSWORD: 're_1',
      SMTP_FROM: 'post@heartwood.family',
      SMTP_SENDER_NAME: 'Heartwood',
      CAPTCHA_ENABLED: 'false',
    })
    const own = { SMTP_HOST: 'smtp.heartwood.family', SMTP_USER: 'u', SMTP_PASSWORD: 'p', SMTP_PORT: '587' }
    expect(readSettings({ ...complete, ...own }).config).toMatchObject(own)
  })

  it('the settings of a deployment switch the captcha on for Auth and for the app together', () => {
    const keys = { TURNSTILE_SECRET_KEY: 'secret', VITE_TURNSTILE_SITE_KEY: 'site' }
    const { config, app } = readSettings({ ...complete, ...keys })
    expect(config).toMatchObject({ CAPTCHA_ENABLED: 'true', TURNSTILE_SECRET_KEY: 'secret' })
    expect(app.VITE_TURNSTILE_SITE_KEY).toBe('site')
    expect(JSON.stringify(app)).not.toContain('secret')
  })

  it('the settings of a deployment name who runs it and where letters reach them, to the emails and to the pages alike', () => {
    const facts = { OPERATOR_NAME: 'The Rosewood Foundation', OPERATOR_ADDRESS: '1 Mill Lane, Salem' }
    const { app, secrets } = readSettings({ ...complete, ...facts })
    expect(secrets).toMatchObject(facts)
    expect(app.VITE_OPERATOR_NAME).toBe(facts.OPERATOR_NAME)
    expect(app.VITE_OPERATOR_ADDRESS).toBe(facts.OPERATOR_ADDRESS)
  })

  it('the settings of a deployment come from the file, and from the environment where it says something', async () => {
    const file = fileURLToPath(new URL('../../../.env.example', import.meta.url))
    const source = await readSource(file, { APP_ORIGIN: '', MAIL_FROM: 'me@heartwood.family' }, true)
    expect(source).toMatchObject({ APP_ORIGIN: '', MAIL_FROM: 'me@heartwood.family' })
  })

  it('the settings of a deployment may come from the environment alone, but not from a file that was named and cannot be read', async () => {
    expect(await readSource('/nonexistent', { MAIL_FROM: 'x' }, false)).toEqual({ MAIL_FROM: 'x' })
    const named = readSource('/nonexistent', { MAIL_FROM: 'x' }, true)
    await expect(named).rejects.toThrow('The settings /nonexistent cannot be read (ENOENT).')
    // A folder is there, and is no file.
    await expect(readSource(tmpdir(), {}, false)).rejects.toThrow('cannot be read (EISDIR)')
  })
})

describe('variables', () => {
  const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const example = text('.env.example')
  const wanted = [...text('supabase/config.toml').matchAll(/"env\((\w+)\)"/g)].map(([, name]) => name ?? '')
  const fetched = ['PROJECT_URL', 'PROJECT_SECRET_KEY']

  it('the variables of an installation of config.toml are all set by a deployment, and by supabase/.env.development for `supabase start`', () => {
    expect(wanted.length).toBeGreaterThan(8)
    const { config } = readSettings(complete)
    for (const name of wanted) expect(name === 'PROJECT_SECRET_KEY' || name in config, name).toBe(true)
    // `supabase start` also reads .env.local, where an empty value would win.
    expect(Object.keys(parseEnv(example)).filter((name) => wanted.includes(name))).toEqual([])
    // Without the two of the vault, pg_cron calls nothing.
    const local = parseEnv(text('supabase/.env.development'))
    expect(Object.keys(local).sort()).toEqual(wanted.filter((name) => !fetched.includes(name)).sort())
  })

  it('the variables of an installation are all in .env.example, and none has a value there that could pass for a real one', () => {
    const { secrets, unusedSecrets, app } = readSettings(complete)
    for (const name of [...Object.keys(secrets), ...unusedSecrets, ...Object.keys(app)])
      expect(example, name).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
    expect(() => readSettings(parseEnv(example))).toThrow(/SUPABASE_PROJECT_REF is missing/)
    expect(parseEnv(example)).toMatchObject({ STRIPE_SECRET_KEY: '', CODE_HMAC_KEY: '', APP_ORIGIN: '' })
  })

  it('the variables of an installation let one network have at most a tenth of the sign-in mails of an hour', async () => {
    const config = await readConfigToml()
    const ofAll = numberSetting(config, 'auth.rate_limit.email_sent', 0)
    const inFiveMinutes = numberSetting(config, 'auth.rate_limit.sign_in_sign_ups', Number.NaN)
    expect(inFiveMinutes * 12).toBeLessThanOrEqual(ofAll / 10)
  })

  it('the variables of an installation let a session last until its person signs out, as the page of the code promises', async () => {
    const config = await readConfigToml()
    expect([...config.keys()].filter((name) => name.startsWith('auth.sessions'))).toEqual([])
  })
})
