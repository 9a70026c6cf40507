import { z } from 'zod'
import { weekday } from './dates.ts'
import { date, mail } from './payload.ts'

const toOperator = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, recipient: z.literal('operator') })

/** Emails to the operator of the installation. They name no one and nothing of a plan. */
export const operatorMails = {
  /** How many certificates wait, and since when the oldest does. */
  certificates_waiting: mail(
    toOperator({ waiting: z.int().positive(), waiting_since: date }),
    ({ waiting, waiting_since }) => [
      waiting === 1 ? 'A death certificate is waiting' : `${waiting} death certificates are waiting`,
      waiting === 1
        ? `A death certificate has been waiting for a decision since ${weekday(waiting_since)}.`
        : `${waiting} death certificates have been waiting for a decision, the oldest since ${weekday(waiting_since)}.`,
      `Open admin.certificate_reviews in the Supabase dashboard. A family is waiting for your answer.`,
      `We’ll email you once a day until each of them is decided.`,
    ],
  ),
  card_reported: mail(toOperator({}), () => [
    'Someone used a card',
    `Someone who holds a member’s card has reported a death, or asks to be called back. The people named in the plan have been told, and so has the member.`,
    `Open admin.card_reports in the Supabase dashboard to see whose card it is and what was reported. No one has checked it. It opens nothing: only a death certificate does.`,
  ]),
  /** The lines of admin.health that are not well. */
  standing_still: mail(toOperator({ lines: z.array(z.string().max(500)) }), ({ lines }) => [
    'Something in Heartwood has stopped working',
    `These checks found a problem:`,
    ...lines,
    `Open admin.health in the Supabase dashboard for the current state. The Health section of docs/operating.md says what to do about each line.`,
    `We’ll email you once a day until everything works again.`,
  ]),
}
