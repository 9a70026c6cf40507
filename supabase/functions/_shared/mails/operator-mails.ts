import { utcDate } from './dates.ts'
import { composeMail } from './layout.ts'
import type { OutboxMail } from './notice.ts'

/** Emails to the operator of the installation. They name no one and nothing of a plan. */
export const operatorMails: Record<string, OutboxMail> = {
  certificates_waiting: ({ waiting, waitingSince }) =>
    composeMail(
      waiting === 1 ? 'A death certificate is waiting' : `${waiting} death certificates are waiting`,
      [
        waiting === 1
          ? `A death certificate is waiting for a decision${since(waitingSince)}.`
          : `${waiting} death certificates are waiting for a decision, the oldest${since(waitingSince)}.`,
        `Open admin.certificate_reviews in the Supabase dashboard. A family is waiting for your answer.`,
        `We'll email you once a day until every certificate is decided.`,
      ],
    ),
  card_reported: () =>
    composeMail('Someone used a card', [
      `Someone who holds a member's card has reported a death, or asks to be called back. The people named in the plan have been told, and so has the member.`,
      `Open admin.card_reports in the Supabase dashboard to see whose card it is and what was reported. No one has checked it. It opens nothing: only a death certificate does.`,
    ]),
  standing_still: ({ lines }) =>
    composeMail('Something in Heartwood has stopped working', [
      `These checks found a problem:`,
      ...lines,
      `Open admin.health in the Supabase dashboard for the current state. The Health section of docs/operating.md says what to do about each line.`,
      `We'll email you once a day until everything works again.`,
    ]),
}

function since(date: Date | null): string {
  return date ? ` since ${utcDate(date)}` : ''
}
