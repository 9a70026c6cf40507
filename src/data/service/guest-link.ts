import * as z from 'zod/mini'
import { invokeWithoutSession } from '@/data/functions-without-session'
import { errorCode } from '@/lib/errors'

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
 * Reads a guest's page, or changes it and reads it then. No session is needed.
 * @param token the end of the link in the mail
 * @returns null when the link does not work, or no longer
 * @throws CodedError `service_over`, `too_many_links` or another; what fetch throws without an answer
 */
export async function guestPage(token: string, change: GuestChange | null = null): Promise<GuestPage | null> {
  try {
    return pageSchema.parse(await invokeWithoutSession('service-guest', { token, ...change }))
  } catch (error) {
    const code = errorCode(error)
    if (code === 'link_not_valid' || code === 'invalid_body') return null
    throw error
  }
}
