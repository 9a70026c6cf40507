import { createHash } from 'node:crypto'
import { uploadOrigin } from '../../src/lib/files/storage.ts'

/** What the policy of a build depends on: the variables of the build, and nothing of the host. */
export interface BuildSettings {
  /** The scripts that stand in the page itself, exactly as they stand there. */
  inlineScripts: readonly string[]
  supabaseUrl: string | undefined
  turnstileSiteKey: string | undefined
}

/** Rules that need no setting: they stand in the page, and in the header for what is no page. */
const everywhere = ["object-src 'none'", "base-uri 'none'", "form-action 'self'"]

/** What allows one script that stands in a page. @param code exactly as it stands there */
export function scriptHash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

/**
 * What a built page may load: itself and Supabase, and Turnstile where it is used. Scripts come only from our own files,
 * and from the pages themselves where the build knows every character.
 * Inline styles are allowed, because the dialog and the toaster write theirs into the page.
 *
 * The build writes it into the page itself, so that it holds on every host, and hosts need not know the project.
 * @returns the content of the page's Content-Security-Policy tag
 * @throws TypeError when the Supabase URL is no URL
 */
export function pagePolicy({ inlineScripts, supabaseUrl, turnstileSiteKey }: BuildSettings): string {
  const supabase = supabaseUrl ? ` ${new URL(supabaseUrl).origin}` : ''
  // Hosted projects receive large files at another address.
  const uploads = supabaseUrl ? ` ${uploadOrigin(supabaseUrl)}` : ''
  const turnstile = turnstileSiteKey ? ' https://challenges.cloudflare.com' : ''
  const hashes = inlineScripts.map((code) => ` ${scriptHash(code)}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${hashes}${turnstile}`,
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${supabase}${uploads}`,
    `img-src 'self' data: blob:${supabase}`,
    `media-src 'self' blob:${supabase}`,
    `frame-src blob:${supabase}${turnstile}`,
    ...everywhere,
  ].join('; ')
}

/**
 * The headers of every answer, on every host. A browser obeys the policy of the header and that of the page, so this one
 * only needs what a page cannot say of itself: who may show it in a frame.
 */
export const headers = {
  'Content-Security-Policy': [...everywhere, "frame-ancestors 'none'"].join('; '),
  // Two years. Subdomains are left out, because they may belong to something else.
  'Strict-Transport-Security': 'max-age=63072000',
  // Addresses hold the ids of plans and the tokens of invitations.
  'Referrer-Policy': 'no-referrer',
  // Videos are recorded in the app. All else is for no one, frames included.
  'Permissions-Policy':
    'camera=(self), microphone=(self), display-capture=(), geolocation=(), payment=(), usb=()',
  'X-Content-Type-Options': 'nosniff',
} as const

/** How long a browser may keep an answer. Files in assets/ are named by their content, so theirs never changes. */
export const caching = { pages: 'no-cache', assets: 'public, max-age=31536000, immutable' } as const
