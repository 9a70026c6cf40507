import { invokeWithoutSession } from '@/data/functions-without-session'
import { CodedError, errorCode } from '@/lib/errors'

/** What a guest's page shows: the service, and their own answer. */
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
}

const required = ['guest_name', 'held_on', 'held_at', 'time_zone', 'starts_at', 'place'] as const

/**
 * Tells an answer of our function from that of something in between. Without a schema, whose library would bring 9 kB to
 * the page before it shows anything.
 */
function isGuestPage(answer: unknown): answer is GuestPage {
  if (typeof answer !== 'object' || answer === null) return false
  return required.every((name) => typeof Reflect.get(answer, name) === 'string')
}

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
    const answer = await invokeWithoutSession('service-guest', { token, ...change })
    if (!isGuestPage(answer)) throw new CodedError('unknown')
    return answer
  } catch (error) {
    const code = errorCode(error)
    if (code === 'link_not_valid' || code === 'invalid_body') return null
    throw error
  }
}
