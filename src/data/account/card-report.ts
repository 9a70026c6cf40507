import * as z from 'zod/mini'
import { invokeWithoutSession } from '@/data/functions'
import { readCardCode } from '@/lib/card-code'
import { emailSchema, optionalText, requiredLine } from '@/lib/validation'

const phone = /^[0-9+ ().-]{5,40}$/
const isContact = (text: string) => phone.test(text) || z.safeParse(emailSchema, text).success

/** What the holder of a card fills in. */
export const cardReportSchema = z.object({
  code: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => readCardCode(text) !== null,
          'That isn’t a card’s code yet. Please compare it with the card, group by group.',
        ),
      ),
    z.transform((text) => readCardCode(text) ?? text),
  ),
  kind: z.pipe(
    z.string().check(z.refine((kind) => kind === 'death' || kind === 'reach', 'Choose one of the two.')),
    z.transform((kind) => (kind === 'death' ? ('death' as const) : ('reach' as const))),
  ),
  name: requiredLine('Enter your name.', 120),
  contact: z.string().check(z.trim(), z.refine(isContact, 'Enter a phone number or an email address.')),
  message: optionalText(500),
})
export type CardReport = z.output<typeof cardReportSchema>

/**
 * Passes on what the holder of a card reports. Needs no session. The answer doesn't tell whether there is such a card.
 * @param id the same for every try of one report, so that it is passed on once
 * @throws HW070 after too many reports from this network, HW071 for no card's code; what fetch throws without an answer
 */
export async function sendCardReport(id: string, { message, ...report }: CardReport): Promise<void> {
  await invokeWithoutSession('report-card', { id, ...report, message: message ?? '' })
}
