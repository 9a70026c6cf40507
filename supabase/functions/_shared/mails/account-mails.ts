import { composeMail } from './layout.ts'
import type { OutboxMail } from './notice.ts'

/** Mails about an account whose address changed or that was deleted. */
export const accountMails: Record<string, OutboxMail> = {
  /** Goes to the old address. */
  email_changed: ({ canReply }) =>
    composeMail('The e-mail address of your Heartwood account was changed', [
      `Your Heartwood account has another e-mail address now. From now on you sign in with that one; codes and notices go there, and no longer to this address.`,
      `Your plan stays as it was, and so do the people you named and those who named you. Every other device that was signed in to your account has been signed out.`,
      { heading: 'If it was not you' },
      `Whoever changed it could read the mail of this address, because a code was sent here first. Please secure this email account${canReply ? ', and write to us by replying to this email' : ''}.`,
    ]),
  /** Goes to the designees while a certificate is reviewed, or was stopped lately. */
  owner_email_changed: ({ owner, memorialUrl, writeAtOnce }) =>
    composeMail(`${owner}'s Heartwood account has a new email address`, [
      `Someone signed in to ${owner}'s Heartwood account and changed its email address. We're telling you because a death certificate was submitted for ${owner} a short while ago.`,
      `If ${owner} is alive, there's nothing you need to do.`,
      `If ${owner} has died, someone else is using the account.${writeAtOnce} While a certificate is under review, the account can't be deleted.`,
      { link: 'See the state of the review', url: memorialUrl },
    ]),
  account_deleted: () =>
    composeMail('Your Heartwood account was deleted', [
      `Your account and everything in it was deleted, as it was asked for with a code sent to this address: your plan, your documents, your video messages and your certificates. We cannot bring any of it back.`,
      `The people you named have been told that your plan no longer exists. If you had a membership, it is cancelled.`,
      { heading: 'If it was not you' },
      `Whoever did it could read the mail of this address. Please secure this mailbox.`,
    ]),
  /** Goes to the designees of a deleted account. */
  plan_deleted: ({ owner, aDesignee }) =>
    composeMail(`The plan of ${owner} no longer exists`, [
      `The Heartwood account of ${owner} was deleted, and the plan with everything in it. You were ${aDesignee} in it; that has ended too.`,
      `Nothing can be opened there any more, now or later. There is nothing you need to do.`,
      `If this surprises you, please ask ${owner}. Deleting an account takes a code that is sent to its own address.`,
    ]),
}
