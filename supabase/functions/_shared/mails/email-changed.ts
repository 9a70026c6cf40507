import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'

/** Tells the old address that the account has another one now. Returns the mail. */
export function emailChanged(): MailContent {
  return composeMail('The e-mail address of your Heartwood account was changed', [
    `Your Heartwood account has another e-mail address now. From now on you sign in with that one; codes and notices go there, and no longer to this address.`,
    `Your plan stays as it was, and so do the people you named and those who named you. Every other device that was signed in to your account has been signed out.`,
    { heading: 'If it was not you' },
    `Whoever changed it could read the mail of this address, because a code was sent here first. Please secure this mailbox, and write to us by replying to this mail.`,
  ])
}
