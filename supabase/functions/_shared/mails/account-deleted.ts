import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'

/** Confirms to a person that their account is deleted. Returns the mail. */
export function accountDeleted(): MailContent {
  return composeMail('Your Heartwood account was deleted', [
    `Your account and everything in it was deleted, as it was asked for with a code sent to this address: your plan, your documents, your video messages and your certificates. We cannot bring any of it back.`,
    `The people you named have been told that your plan no longer exists. If you had a membership, it is cancelled.`,
    { heading: 'If it was not you' },
    `Whoever did it could read the mail of this address. Please secure this mailbox.`,
  ])
}
