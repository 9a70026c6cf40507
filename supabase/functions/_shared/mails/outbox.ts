import type { MailContent } from '../mail.ts'
import { accountDeleted } from './account-deleted.ts'
import { addressCheck } from './address-check.ts'
import { certificateApproved } from './certificate-approved.ts'
import { certificateRejected } from './certificate-rejected.ts'
import { certificateSubmitted } from './certificate-submitted.ts'
import { designeeLeft } from './designee-left.ts'
import { emailChanged } from './email-changed.ts'
import { holdLifted } from './hold-lifted.ts'
import { invitationAccepted } from './invitation-accepted.ts'
import { invitationDeclined } from './invitation-declined.ts'
import { type Notice, readNotice } from './payload.ts'
import { planDeleted } from './plan-deleted.ts'
import { planReleased } from './plan-released.ts'
import { rehearsal } from './rehearsal.ts'
import { releaseStopped } from './release-stopped.ts'
import { reviewReminder } from './review-reminder.ts'
import { trialEnding } from './trial-ending.ts'

/** Every kind of mail that the database writes into its outbox. */
export const outboxMails: ReadonlyMap<string, (notice: Notice) => MailContent> = new Map([
  ['invitation_accepted', invitationAccepted],
  ['invitation_declined', invitationDeclined],
  ['certificate_submitted', certificateSubmitted],
  ['certificate_approved', certificateApproved],
  ['certificate_rejected', certificateRejected],
  ['plan_released', planReleased],
  ['release_stopped', releaseStopped],
  ['hold_lifted', holdLifted],
  ['rehearsal', rehearsal],
  ['review_reminder', reviewReminder],
  ['address_check', addressCheck],
  ['email_changed', emailChanged],
  ['account_deleted', accountDeleted],
  ['plan_deleted', planDeleted],
  ['designee_left', designeeLeft],
  ['trial_ending', trialEnding],
])

/** The database asks for a mail that nobody wrote words for. */
export class UnknownMailKind extends Error {
  override readonly name = 'UnknownMailKind'
}

/**
 * Words a mail of the outbox. The same mail always comes out the same, or the provider would refuse a second try.
 * @throws UnknownMailKind; z.ZodError for a payload that is not ours
 */
export function renderOutboxMail(kind: string, payload: unknown, appOrigin: string): MailContent {
  const render = outboxMails.get(kind)
  if (!render) throw new UnknownMailKind(kind)
  return render(readNotice(payload, appOrigin))
}
