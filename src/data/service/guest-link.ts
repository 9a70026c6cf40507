import * as z from 'zod/mini'
import { invokeWithoutSession } from '@/data/functions-without-session'
import { readEnv } from '@/lib/env'
import { errorCode } from '@/lib/errors'

/** A link to a picture, which works for five minutes. It comes without the address of the project. */
const picture = z.nullable(
  z.pipe(
    z.string(),
    z.transform((path) => new URL(path, readEnv().supabaseUrl).href),
  ),
)

const memorySchema = z.object({
  id: z.string(),
  words: z.nullable(z.string()),
  picture,
  is_hidden: z.boolean(),
  created_at: z.string(),
})

const portraitSchema = z.object({
  picture,
  born_on: z.nullable(z.string()),
  born_in: z.nullable(z.string()),
  remembered_by: z.nullable(z.string()),
  died_on: z.nullable(z.string()),
})

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
  portrait: z.nullable(portraitSchema),
  takes_memories: z.boolean(),
  memories: z.array(memorySchema),
})

/**
 * What a guest's page shows: the service, their own answer and memories, and the head of the memorial if an executor says
 * so.
 */
export type GuestPage = z.output<typeof pageSchema>

/** A memory that the guest left themselves. */
export type GuestMemory = z.output<typeof memorySchema>

/** What a guest can ask for. The database keeps the last answer. */
export type GuestChange =
  | { answer: { answer: 'yes'; people: number; message: string } | { answer: 'no'; message: string } }
  | { unsubscribe: true }
  /** The id is the same in each try, so that a retry leaves no second memory. The picture is a small JPEG in base64. */
  | { memory: { id: string; words: string; picture?: string } }
  /** The id of a memory of theirs. */
  | { take_back: string }

/**
 * Reads a guest's page, or changes it and reads it then. No session is needed.
 * @param token the end of the link in the mail
 * @returns null when a link that is only read does not work, or no longer
 * @throws CodedError `link_not_valid` for a change, `service_over`, `memories_closed`, `memories_full`, `too_many_links` or another; what fetch throws without an answer
 */
export async function guestPage(token: string, change: GuestChange | null = null): Promise<GuestPage | null> {
  try {
    return pageSchema.parse(await invokeWithoutSession('service-guest', { token, ...change }))
  } catch (error) {
    const code = errorCode(error)
    // A change that was refused stays on the screen, with what was typed.
    if (change === null && (code === 'link_not_valid' || code === 'invalid_body')) return null
    throw error
  }
}
