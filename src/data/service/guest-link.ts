import { invokeWithoutSession } from '@/data/functions'
import { readEnv } from '@/lib/env'
import { CodedError, errorCode } from '@/lib/errors'

/** A memory that the guest left themselves. */
export interface GuestMemory {
  id: string
  words: string | null
  /** A link to the picture, which works for five minutes. */
  picture: string | null
  is_hidden: boolean
  created_at: string
}

interface GuestPortrait {
  /** As above. */
  picture: string | null
  born_on: string | null
  born_in: string | null
  remembered_by: string | null
  died_on: string | null
}

/**
 * What a guest's page shows: the service, their own answer and memories, and the head of the memorial if an executor says
 * so.
 */
export interface GuestPage {
  owner_name: string | null
  guest_name: string
  held_on: string
  held_at: string
  time_zone: string
  starts_at: string
  place: string
  address: string | null
  dress: string | null
  livestream_url: string | null
  flowers: string | null
  note: string | null
  is_called_off: boolean
  is_over: boolean
  answer: 'yes' | 'no' | null
  people: number | null
  message: string | null
  is_unsubscribed: boolean
  portrait: GuestPortrait | null
  takes_memories: boolean
  memories: GuestMemory[]
}

const required = ['guest_name', 'held_on', 'held_at', 'time_zone', 'starts_at', 'place'] as const

/**
 * Tells an answer of our function from that of something in between. Without a schema, whose library would bring 9 kB to
 * the page before it shows anything.
 */
function isGuestPage(answer: unknown): answer is GuestPage {
  if (typeof answer !== 'object' || answer === null) return false
  return required.every((name) => typeof Reflect.get(answer, name) === 'string') && 'memories' in answer
}

/** Links to pictures come without the address of the project. */
function withPicture<Of extends { picture: string | null }>(of: Of): Of {
  return of.picture === null ? of : { ...of, picture: new URL(of.picture, readEnv().supabaseUrl).href }
}

/** The longest message of a guest, in characters; the table's check enforces the same limit. */
export const MESSAGE_LIMIT = 1000

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
 * @throws HW064 for a change, HW066 after too many wrong links, HW067 when it is over, HW073 and HW074 for a memory; what fetch throws without an answer
 */
export async function guestPage(token: string, change: GuestChange | null = null): Promise<GuestPage | null> {
  try {
    const answer = await invokeWithoutSession('service-guest', { token, ...change })
    if (!isGuestPage(answer)) throw new CodedError('unknown')
    return {
      ...answer,
      portrait: answer.portrait && withPicture(answer.portrait),
      memories: answer.memories.map(withPicture),
    }
  } catch (error) {
    const code = errorCode(error)
    // A change that was refused stays on the screen, with what was typed.
    if (change === null && (code === 'HW064' || code === 'invalid_body')) return null
    throw error
  }
}
