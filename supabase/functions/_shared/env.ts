import { z } from 'zod'

const keys = z
  .string()
  .transform((text, context) => {
    try {
      const value: unknown = JSON.parse(text)
      return value
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), z.string().min(1)))
  .refine((byName) => Object.keys(byName).length > 0)

/** The key to use of those that a project has: the one named "default", or the first if none is called so. */
export function mainKey(byName: Record<string, string>): string {
  return byName.default ?? Object.values(byName)[0] ?? ''
}

/** What an installation sets for its functions. */
export const secretsSchema = z.object({
  // Links are built by appending a path. One of its own would be left out without a word, so it is refused.
  APP_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`)
    .transform((url) => new URL(url).origin),
  RESEND_API_KEY: z.string().min(1),
  RESEND_BASE_URL: z.url().default('https://api.resend.com'),
  // Signs the events of Resend's webhook; without it no one is told of addresses that refuse mail.
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{20,}={0,2}$/)
    .optional(),
  MAIL_FROM: z.string().min(3),
  // How many mails housekeeping sends in a second at most; the provider refuses more than its own limit.
  MAILS_PER_SECOND: z.coerce.number().min(0.1).max(100).default(2),
  // Told of certificates that wait; without it no one is.
  OPERATOR_EMAIL: z.email().optional(),
  // Where replies to mails go, and people read them; without it no mail asks for a reply.
  SUPPORT_EMAIL: z.email().optional(),
  // Who runs the installation, and where letters reach them, for the foot of emails.
  OPERATOR_NAME: z.string().max(200).optional(),
  OPERATOR_ADDRESS: z.string().max(300).optional(),
  // How long a review of a certificate usually takes, such as "2 business days".
  REVIEW_TIME: z.string().max(100).optional(),
  // Signs the links in mails, hashes codes and seals mails that wait.
  CODE_HMAC_KEY: z.string().min(32),
  // After a change of that key: the day of the change and the key before, which is still read for a while. The day is part
  // of it, so that an old key that leaks later opens nothing although no one thought of taking it out.
  CODE_HMAC_KEY_BEFORE: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}:.{32,}$/)
    .transform((text) => ({ changedAt: Date.parse(text.slice(0, 10)), key: text.slice(11) }))
    // The day may have begun elsewhere. One in the future would keep the key alive for longer.
    .refine(({ changedAt }) => changedAt <= Date.now() + 86_400_000)
    .optional(),
})

const schema = z.object({
  // Added by Supabase itself.
  SUPABASE_URL: z.url(),
  SUPABASE_PUBLISHABLE_KEYS: keys,
  SUPABASE_SECRET_KEYS: keys,
  ...secretsSchema.shape,
})

export type Env = z.infer<typeof schema>

/** What it sets in addition to take payments. */
export const stripeSchema = z.object({
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_\w/),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\w/),
  STRIPE_PRICE_MONTHLY: z.string().regex(/^price_\w/),
  STRIPE_PRICE_ANNUAL: z.string().regex(/^price_\w/),
  STRIPE_PRICE_LIFETIME: z.string().regex(/^price_\w/),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
})

export type StripeEnv = z.infer<typeof stripeSchema>

type Source = Record<string, string | undefined>

/**
 * Reads the environment of the functions, as hosted Supabase and its secrets give it.
 * @param source all variables; an empty one counts as missing
 * @throws Error naming every variable that is missing or wrong, without its value
 */
export function readEnv(source: Source): Env {
  return read(schema, source)
}

/**
 * Reads how Stripe is reached. An installation that charges nothing leaves it out.
 * @param source all variables; an empty one counts as missing
 * @returns null when there is no secret key
 * @throws Error naming every variable that is missing or wrong, without its value
 */
export function readStripeEnv(source: Source): StripeEnv | null {
  return source.STRIPE_SECRET_KEY ? read(stripeSchema, source) : null
}

function read<T>(wanted: z.ZodType<T>, source: Source): T {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value))
  const parsed = wanted.safeParse(given)
  if (parsed.success) return parsed.data
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
  const problem = (name: string) => `${name} ${given[name] === undefined ? 'is missing' : 'is not valid'}`
  throw new Error(
    `Environment of the functions: ${names.map(problem).join(', ')}. See .env.example, and set it with "supabase secrets set".`,
  )
}
