import { z } from 'zod'
import { throwRefusal } from '../_shared/database.ts'
import { readGuestToken } from '../_shared/guest-link.ts'
import { callerNetwork, type Handler, HttpError, readBody } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'

type GuestDeps = Pick<Services, 'rpc' | 'codeKey'>

const answerSchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('yes'), people: z.int().min(1).max(20), message: z.string().max(1000) }),
  z.object({ answer: z.literal('no'), message: z.string().max(1000) }),
])

const bodySchema = z.object({
  token: z.string().min(1).max(200),
  /** The guest's answer, in place of an earlier one. */
  answer: answerSchema.optional(),
  /** The guest asks for no more mail about this service. */
  unsubscribe: z.literal(true).optional(),
})

/** What the guest's page shows. Times of day are those of the place. */
const pageSchema = z.tuple([
  z.object({
    owner_name: z.string().nullable(),
    guest_name: z.string(),
    held_on: z.string(),
    held_at: z.string(),
    time_zone: z.string(),
    starts_at: z.string(),
    place: z.string(),
    address: z.string().nullable(),
    dress: z.string().nullable(),
    livestream_url: z.string().nullable(),
    flowers: z.string().nullable(),
    note: z.string().nullable(),
    is_called_off: z.boolean(),
    is_over: z.boolean(),
    answer: z.enum(['yes', 'no']).nullable(),
    people: z.int().nullable(),
    message: z.string().nullable(),
    is_unsubscribed: z.boolean(),
  }),
])

/**
 * The page of a guest, who has no account: the token of the link is all that proves them, and opens nothing else. Reading
 * changes nothing, because mail robots open links too.
 * @returns the handler; it answers with the service and the guest's answer as they are after the change that was asked
 *   for, and refuses with 404 `link_not_valid`, 409 `service_over` for an answer that comes too late, and 429
 *   `too_many_links` after 30 wrong links in an hour from one network
 */
export function serviceGuest({ rpc, codeKey }: GuestDeps): Handler {
  return async (request) => {
    const { token, answer, unsubscribe } = await readBody(request, bodySchema)
    const p_guest_id = readGuestToken(codeKey, token)
    if (!p_guest_id) {
      // Right links are not counted, so that a made-up address can keep no guest out.
      const p_network = callerNetwork(request, codeKey)
      await rpc('note_wrong_link', { p_network }, z.unknown()).catch(throwRefusal)
      throw new HttpError(404, 'link_not_valid', 'This is not the link of a mail.')
    }
    if (answer) {
      const given = {
        p_guest_id,
        p_answer: answer.answer,
        p_people: answer.answer === 'yes' ? answer.people : null,
        p_message: answer.message,
      }
      await rpc('answer_service', given, z.unknown()).catch(throwRefusal)
    }
    if (unsubscribe) await rpc('unsubscribe_guest', { p_guest_id }, z.unknown()).catch(throwRefusal)
    const [page] = await rpc('service_of_guest', { p_guest_id }, pageSchema).catch(throwRefusal)
    return page
  }
}
