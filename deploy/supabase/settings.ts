// What an operator has to say before a deployment: .env.deploy, or the environment, which wins.
import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { secretsSchema, stripeSchema } from '../../supabase/functions/_shared/env.ts'
import { DeployRefused } from './refusal.ts'

const optional = z.string().optional()

const hostedSchema = z.object({
  SUPABASE_PROJECT_REF: z.string().regex(/^[a-z]{20}$/),
  SUPABASE_ACCESS_TOKEN: z
    .string()
    .regex(/^sbp_(oauth_|v0_)?[a-f0-9]{40}$/)
    .optional(),
  APP_ORIGIN: z
    .url({ protocol: /^https$/ })
    .refine((url) => URL.canParse(url) && !isPlaceholder(new URL(url).hostname)),
  MAIL_FROM: z.string().regex(/^([^<>]+<)?[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+>?$/),
  FILE_SIZE_LIMIT: z
    .string()
    .regex(/^\d+[MG]i?B$/)
    .default('500MiB'),
  // Mail of Auth. Without a host it goes through Resend, as all other mail does.
  SMTP_HOST: optional,
  SMTP_PORT: z
    .string()
    .regex(/^\d{2,5}$/)
    .default('465'),
  SMTP_USER: optional,
  SMTP_PASSWORD: optional,
  TURNSTILE_SECRET_KEY: optional,
  VITE_TURNSTILE_SITE_KEY: optional,
  VITE_SUPABASE_URL: z.url({ protocol: /^https$/ }).optional(),
  // What the public pages say of the operator.
  VITE_OPERATOR_LAW: optional,
  VITE_DATA_LOCATION: optional,
  VITE_BACKUP_DAYS: z
    .string()
    .regex(/^[1-9]\d*$/)
    .optional(),
})

/** How to get what is missing. */
const hints: Record<string, string> = {
  SUPABASE_PROJECT_REF:
    'the 20 letters in the address of your project in the Supabase dashboard. A local stack has none, and is not deployed to',
  SUPABASE_ACCESS_TOKEN:
    'make one at https://supabase.com/dashboard/account/tokens, or leave it empty and run `npx supabase login`',
  APP_ORIGIN:
    'the address at which people will open the app, such as https://heartwood.example; not this machine, and without a path',
  MAIL_FROM: 'the sender of all mail, such as "Heartwood <post@heartwood.example>"',
  RESEND_API_KEY: 'make one at https://resend.com/api-keys, once your domain is verified there',
  RESEND_WEBHOOK_SECRET:
    'the signing secret of the webhook at https://resend.com/webhooks, whsec_…; leave it empty to do without',
  MAILS_PER_SECOND: 'a number from 0.1 to 100; 2 when empty',
  CODE_HMAC_KEY:
    'make one with `openssl rand -base64 32` and keep it: with another one, codes and links in emails stop working',
  CODE_HMAC_KEY_BEFORE:
    'the day on which CODE_HMAC_KEY was changed and the key before it, such as 2026-11-24:OLD-KEY; leave it empty if it never was',
  FILE_SIZE_LIMIT: 'such as 500MiB; on the plan Free, 50MiB',
  SMTP_PORT: 'a number such as 465',
  SMTP_USER: 'needed with SMTP_HOST',
  SMTP_PASSWORD: 'needed with SMTP_HOST',
  TURNSTILE_SECRET_KEY:
    'needed with VITE_TURNSTILE_SITE_KEY; both are at https://dash.cloudflare.com, Turnstile',
  VITE_TURNSTILE_SITE_KEY:
    'needed with TURNSTILE_SECRET_KEY; both are at https://dash.cloudflare.com, Turnstile',
  VITE_SUPABASE_URL: 'leave it empty, or give the https address of your custom domain at Supabase',
  VITE_BACKUP_DAYS: 'a number of days, as given to `npm run backup -- --keep-days`',
  OPERATOR_EMAIL: 'an email address',
  SUPPORT_EMAIL: 'an email address',
}
const stripeHint = 'see docs/stripe.md, or leave all STRIPE_ variables empty'

type Source = Record<string, string | undefined>

export interface Settings {
  ref: string
  appOrigin: string
  projectUrl: string
  resend: { key: string; url: string; domain: string }
  /** The secrets of the functions by name. */
  secrets: Record<string, string>
  /** Secrets of the functions that this installation does without. */
  unusedSecrets: string[]
  takesPayments: boolean
  fileSizeLimit: string
  /** What config.toml takes from the environment, but for the secret key, which is fetched. */
  config: Record<string, string>
  /** What the build of the app takes, but for the publishable key, which is fetched. */
  app: Record<string, string>
}

/**
 * Reads what the operator said.
 * @param file such as .env.deploy
 * @param environment wins over the file, but for variables that are empty
 * @param isRequired whether the operator named the file; else there may be none
 * @throws DeployRefused when the file cannot be read
 */
export async function readSource(file: string, environment: Source, isRequired: boolean): Promise<Source> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT' && !isRequired) return ''
    throw new DeployRefused(`The settings ${file} cannot be read (${code}).`)
  })
  const given = Object.entries(environment).filter(([, value]) => value)
  return { ...parseEnv(text), ...Object.fromEntries(given) }
}

/**
 * Checks what the operator said, before anything is asked or changed.
 * @param source all variables; an empty one counts as missing
 * @throws DeployRefused naming each variable that is missing or wrong, and how to get it, without its value
 */
export function readSettings(source: Source): Settings {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) if (value?.trim()) given[name] = value.trim()
  const takesPayments = Object.keys(stripeSchema.shape).some(
    (name) => name !== 'STRIPE_API_BASE' && given[name] !== undefined,
  )

  const hosted = hostedSchema.safeParse(given)
  const secrets = secretsSchema.safeParse(given)
  const stripe = takesPayments ? stripeSchema.safeParse(given) : null
  const wrong = [hosted, secrets, stripe].flatMap((part) =>
    (part?.error?.issues ?? []).map(({ path }) => String(path[0])),
  )
  wrong.push(...missingPartners(given))
  if (wrong.length > 0 || !hosted.success || !secrets.success) throw new DeployRefused(explain(wrong, given))

  const known = [...Object.keys(secretsSchema.shape), ...Object.keys(stripeSchema.shape)]
  const used = known.filter((name) => given[name] !== undefined)
  const { data: own } = hosted
  const appOrigin = new URL(own.APP_ORIGIN).origin
  const projectUrl = own.VITE_SUPABASE_URL ?? `https://${own.SUPABASE_PROJECT_REF}.supabase.co`
  const sender = readSender(own.MAIL_FROM)
  const captcha = own.TURNSTILE_SECRET_KEY
  return {
    ref: own.SUPABASE_PROJECT_REF,
    appOrigin,
    projectUrl,
    resend: {
      key: secrets.data.RESEND_API_KEY,
      url: secrets.data.RESEND_BASE_URL,
      domain: sender.address.split('@')[1] ?? '',
    },
    secrets: Object.fromEntries(used.map((name) => [name, given[name] ?? ''])),
    unusedSecrets: known.filter((name) => given[name] === undefined),
    takesPayments,
    fileSizeLimit: own.FILE_SIZE_LIMIT,
    config: {
      ...(own.SUPABASE_ACCESS_TOKEN ? { SUPABASE_ACCESS_TOKEN: own.SUPABASE_ACCESS_TOKEN } : {}),
      SITE_URL: appOrigin,
      FILE_SIZE_LIMIT: own.FILE_SIZE_LIMIT,
      SMTP_ENABLED: 'true',
      SMTP_HOST: own.SMTP_HOST ?? 'smtp.resend.com',
      SMTP_PORT: own.SMTP_PORT,
      SMTP_USER: own.SMTP_USER ?? 'resend',
      SMTP_PASSWORD: own.SMTP_PASSWORD ?? secrets.data.RESEND_API_KEY,
      SMTP_FROM: sender.address,
      SMTP_SENDER_NAME: sender.name,
      CAPTCHA_ENABLED: String(captcha !== undefined),
      TURNSTILE_SECRET_KEY: captcha ?? 'unused',
      PROJECT_URL: projectUrl,
    },
    app: {
      VITE_SUPABASE_URL: projectUrl,
      VITE_SUPPORT_EMAIL: secrets.data.SUPPORT_EMAIL ?? '',
      VITE_REVIEW_TIME: secrets.data.REVIEW_TIME ?? '',
      VITE_TURNSTILE_SITE_KEY: own.VITE_TURNSTILE_SITE_KEY ?? '',
      VITE_APP_ORIGIN: appOrigin,
      VITE_OPERATOR_NAME: secrets.data.OPERATOR_NAME ?? '',
      VITE_OPERATOR_ADDRESS: secrets.data.OPERATOR_ADDRESS ?? '',
      VITE_OPERATOR_LAW: own.VITE_OPERATOR_LAW ?? '',
      VITE_DATA_LOCATION: own.VITE_DATA_LOCATION ?? '',
      VITE_BACKUP_DAYS: own.VITE_BACKUP_DAYS ?? '',
    },
  }
}

/** Of variables that only make sense together, those that are missing. */
function missingPartners(given: Record<string, string>): string[] {
  const needs = {
    SMTP_HOST: ['SMTP_USER', 'SMTP_PASSWORD'],
    VITE_TURNSTILE_SITE_KEY: ['TURNSTILE_SECRET_KEY'],
    TURNSTILE_SECRET_KEY: ['VITE_TURNSTILE_SITE_KEY'],
  }
  return Object.entries(needs).flatMap(([name, others]) =>
    given[name] === undefined ? [] : others.filter((other) => given[other] === undefined),
  )
}

function explain(names: string[], given: Record<string, string>): string {
  const lines = [...new Set(names)].map((name) => {
    const problem = given[name] === undefined ? 'is missing' : 'is not valid'
    const hint = hints[name] ?? (name.startsWith('STRIPE_') ? stripeHint : 'see .env.example')
    return `  ${name} ${problem}: ${hint}.`
  })
  return `Put these into .env.deploy (copy .env.example), then run \`npm run deploy\` again:\n${lines.join('\n')}`
}

/** "Heartwood <post@heartwood.example>" or an address alone. */
function readSender(from: string): { name: string; address: string } {
  const [, name, address] = /^(?:([^<>]+)<)?([^<>]+)>?$/.exec(from) ?? []
  return { name: name?.trim() || 'Heartwood', address: address?.trim() ?? from }
}

/** Whether an address is this machine, or the one of .env.example. */
const isPlaceholder = (hostname: string) =>
  /^(localhost|127\..*|\[.*\]|0\.0\.0\.0|(.*\.)?example\.(com|org|net))$|\.(local|localhost)$/.test(hostname)
