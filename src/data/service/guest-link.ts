import { queryOptions, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { invokeWithoutSession } from '@/data/functions'
import { readEnv } from '@/lib/env'
import { CodedError, errorCode } from '@/lib/errors'

// A link to a picture works for five minutes.
const picture = z.nullable(z.string())

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
  phone: z.nullable(z.string()),
  invited_by: z.nullable(z.string()),
  is_called_off: z.boolean(),
  is_over: z.boolean(),
  calendar_version: z.number(),
  calendar_changed_at: z.string(),
  answer: z.nullable(z.enum(['yes', 'no'])),
  people: z.nullable(z.number()),
  message: z.nullable(z.string()),
  answered_earlier: z.boolean(),
  answer_was_taken: z.boolean(),
  is_unsubscribed: z.boolean(),
  portrait: z.nullable(portraitSchema),
  takes_memories: z.boolean(),
  memories: z.array(memorySchema),
})

const mistakeSchema = z.object({ owner_name: z.nullable(z.string()), owner_lives: z.boolean() })

/** A memory that the guest left themselves. */
export type GuestMemory = z.infer<typeof memorySchema>

/**
 * What a guest's page shows: the service, their own answer and memories, and the head of the memorial if an executor says
 * so.
 */
export type GuestPage = z.infer<typeof pageSchema>

/** All that a guest's page says once it turned out that no one has died, or that this isn't confirmed. */
export type GuestMistake = z.infer<typeof mistakeSchema>

/** What a guest's link leads to. */
export type GuestAnswer = { page: GuestPage } | { mistake: GuestMistake }
const answerSchema = z.union([
  z.object({ mistake: mistakeSchema }),
  z.pipe(
    pageSchema,
    z.transform((page) => ({
      page: {
        ...page,
        portrait: page.portrait && withPicture(page.portrait),
        memories: page.memories.map(withPicture),
      },
    })),
  ),
])

/** Links to pictures come without the address of the project. */
function withPicture<Of extends { picture: string | null }>(of: Of): Of {
  return of.picture === null ? of : { ...of, picture: new URL(of.picture, readEnv().supabaseUrl).href }
}

/** The longest message of a guest, in characters; the table's check enforces the same limit. */
export const MESSAGE_LIMIT = 1000

/** What a guest can ask for. The database keeps the last answer. */
export type GuestChange =
  | { answer: { answer: 'yes'; people: number; message: string } | { answer: 'no'; message: string } }
  /** No more email about the service; false takes that back. */
  | { unsubscribe: boolean }
  /** The id is the same in each try, so that a retry leaves no second memory. The picture is a small JPEG in base64. */
  | { memory: { id: string; words: string; picture?: string } }
  /** The id of a memory of theirs. */
  | { take_back: string }

/** No session is needed. */
async function send(token: string, change: GuestChange | null): Promise<GuestAnswer> {
  const answer = await invokeWithoutSession('service-guest', { token, ...change })
  const { success, data } = answerSchema.safeParse(answer)
  if (!success) throw new CodedError('unknown')
  return data
}

/**
 * A guest's page; null for a link that does not work, or no longer. Reading changes nothing, because mail robots open
 * links too.
 * @param token the end of the link in the mail
 */
export function guestPageQuery(token: string) {
  return queryOptions({
    queryKey: ['guest-page', token],
    // What the guest types must stay, also when the link ends meanwhile; so nothing reads the page again by itself.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      send(token, null).catch((error: unknown) => {
        const code = errorCode(error)
        if (code === 'HW064' || code === 'invalid_body') return null
        throw error
      }),
  })
}

/**
 * Changes a guest's page, and what the screen shows of it.
 * @returns a function that rejects with HW064, HW066 after too many wrong links, HW067 when it is over, HW073 and HW074
 *   for a memory; and with what fetch throws when it is not known whether the change was saved, and may be tried again
 */
export function useGuestChange(token: string): (change: GuestChange) => Promise<void> {
  const cache = useQueryClient()
  return async (change) => {
    cache.setQueryData(guestPageQuery(token).queryKey, await send(token, change))
  }
}
