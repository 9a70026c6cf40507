import * as z from 'zod/mini'
import { refusalCode } from '@/data/refusal'
import { readEnv } from '@/lib/env'
import { CodedError } from '@/lib/errors'
import { fetchWithLimit } from '@/lib/fetch-with-limit'

const pageSchema = z.object({
  owner_name: z.nullable(z.string()),
  guest_name: z.string(),
  held_on: z.string(),
  held_at: z.string(),
  time_zone: z.string(),
  starts_at: z.string(),
  place: z.string(),
  address: z.nullable(z.string()),
  dress: z.nullable(z.string()),
  livestream_url: z.nullable(z.string()),
  flowers: z.nullable(z.string()),
  note: z.nullable(z.string()),
  is_called_off: z.boolean(),
  is_over: z.boolean(),
  answer: z.nullable(z.enum(['yes', 'no'])),
  people: z.nullable(z.number()),
  message: z.nullable(z.string()),
  is_unsubscribed: z.boolean(),
})

/** What a guest's page shows: the service, and their own answer. */
export type GuestPage = z.output<typeof pageSchema>

/** What a guest can ask for. The database keeps the last answer. */
export type GuestChange =
  | { answer: { answer: 'yes'; people: number; message: string } | { answer: 'no'; message: string } }
  | { unsubscribe: true }

/**
 * Reads a guest's page, or changes it and reads it then. No session is needed, and the request does not use the client,
 * so that the page does not have to load it.
 * @param token the end of the link in the mail
 * @returns null when the link does not work, or no longer
 * @throws CodedError `service_over`, `too_many_links` or another; what fetch throws without an answer
 */
export async function guestPage(token: string, change: GuestChange | null = null): Promise<GuestPage | null> {
  const { supabaseUrl, supabasePublishableKey } = readEnv()
  const response = await fetchWithLimit(`${supabaseUrl}/functions/v1/service-guest`, {
    method: 'POST',
    headers: { apikey: supabasePublishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...change }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return pageSchema.parse(answer)
  const code = refusalCode(answer)
  if (code === 'link_not_valid' || code === 'invalid_body') return null
  throw new CodedError(code)
}
