type Variable =
  | 'VITE_SUPABASE_URL'
  | 'VITE_SUPABASE_PUBLISHABLE_KEY'
  | 'VITE_SUPPORT_EMAIL'
  | 'VITE_REVIEW_TIME'
  | 'VITE_TURNSTILE_SITE_KEY'
  | 'VITE_OPERATOR_NAME'
  | 'VITE_OPERATOR_ADDRESS'
  | 'VITE_OPERATOR_LAW'
  | 'VITE_DATA_LOCATION'
  | 'VITE_BACKUP_DAYS'

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

/** What the public pages say of the operator of this installation. A fact that is null is not mentioned anywhere. */
export interface Operator {
  /** A person's or a company's. */
  name: string | null
  /** Where letters reach them, on one line. */
  address: string | null
  /** Whose law applies, as in "the law of the State of Oregon". */
  law: string | null
  /** Where the servers are, as in "Frankfurt, Germany". */
  dataLocation: string | null
  /** How many days a backup is kept. */
  backupDays: string | null
}

/** Reads the facts about the operator from the build variables; the README says how to set them. */
export function operator(): Operator {
  return {
    name: readOptional('VITE_OPERATOR_NAME'),
    address: readOptional('VITE_OPERATOR_ADDRESS'),
    law: readOptional('VITE_OPERATOR_LAW'),
    dataLocation: readOptional('VITE_DATA_LOCATION'),
    backupDays: readOptional('VITE_BACKUP_DAYS'),
  }
}

/** Whether this installation says where to write to, by email or by letter. */
export function canBeWrittenTo(): boolean {
  return supportEmail() !== null || operator().address !== null
}
