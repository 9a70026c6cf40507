type Variable =
  | 'VITE_SUPABASE_URL'
  | 'VITE_SUPABASE_PUBLISHABLE_KEY'
  | 'VITE_SUPPORT_EMAIL'
  | 'VITE_REVIEW_TIME'
  | 'VITE_TURNSTILE_SITE_KEY'

/** Reads a build variable. Vite puts these into the bundle, where everyone can read them. */
function readOptional(name: Variable): string | null {
  const value: unknown = import.meta.env[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function read(name: Variable): string {
  const value = readOptional(name)
  if (value !== null) return value
  throw new Error(`${name} is missing: put it into .env.local (see .env.example) and start again.`)
}

/**
 * The Supabase URL, and the key that browsers are allowed to know.
 * @throws Error naming the variable, when one is missing.
 */
export function readEnv(): { supabaseUrl: string; supabasePublishableKey: string } {
  return {
    supabaseUrl: read('VITE_SUPABASE_URL'),
    supabasePublishableKey: read('VITE_SUPABASE_PUBLISHABLE_KEY'),
  }
}

/** Where people can write to; null when no person reads it, and then no screen says "write to us". */
export function supportEmail(): string | null {
  return readOptional('VITE_SUPPORT_EMAIL')
}

/** How long the review of a certificate usually takes, "2 business days"; null when the installation does not say. */
export function reviewTime(): string | null {
  return readOptional('VITE_REVIEW_TIME')
}

/** The site key of Cloudflare Turnstile; null when sign-in goes without a check against automated requests. */
export function turnstileSiteKey(): string | null {
  return readOptional('VITE_TURNSTILE_SITE_KEY')
}
