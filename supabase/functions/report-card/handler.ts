import { z } from 'zod'
import { throwRefusal } from '../_shared/database.ts'
import { emailSchema } from '../_shared/email-codes.ts'
import { callerNetwork, type Handler, readBody } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'

const bodySchema = z.object({
  /** Made by the page, so that a second try is the same report. */
  id: z.guid(),
  code: z.string().length(28),
  kind: z.enum(['death', 'reach']),
  name: z.string().trim().min(1).max(120),
  // One or the other and nothing else, because it is shown in a mail, and a mail must not carry links of strangers.
  contact: z.union([
    emailSchema,
    z
      .string()
      .trim()
      .regex(/^[0-9+ ().-]{5,40}$/),
  ]),
  message: z.string().trim().max(500),
})

/**
 * Takes in what the holder of a card reports, without an account. It only has email sent, by housekeeping, and the answer
 * is the same for every well-formed code, in the same time: the database looks the card up later.
 * @returns the handler; it answers `{received: true}`, and refuses with 400 HW071 for a code that is not
 *   well-formed, and 429 HW070 after 10 reports in an hour or 30 in a day from one network
 */
export function reportCard({ rpc, codeKey }: Pick<Services, 'rpc' | 'codeKey'>): Handler {
  return async (request) => {
    const { id, code, kind, name, contact, message } = await readBody(request, bodySchema)
    // A caller can make the address up. That gets around this limit, but not around the card's own, of 5 reports a day.
    const network = callerNetwork(request, codeKey)
    const report = {
      p_id: id,
      p_code: code,
      p_kind: kind,
      p_name: name,
      p_contact: contact,
      p_message: message,
      p_network: network,
    }
    await rpc('report_card', report, z.unknown()).catch(throwRefusal)
    return { received: true }
  }
}
