import { utcDate } from './dates.ts'
import { composeMail } from './layout.ts'
import type { OutboxMail } from './notice.ts'

/** Emails about an account whose address changed or that was deleted. */
export const accountMails: Record<string, OutboxMail> = {
  browser_signed_in: ({ browser, signedInAt, until, profileUrl, canReply }) =>
    composeMail('A new browser signed in to your Heartwood account', [
      `A browser that hasn't been used with your account before${browser ? `, ${browser},` : ''} signed in${signedInAt ? ` on ${utcDate(signedInAt)}` : ''}, with a code sent to this address.`,
      until
        ? `Until ${utcDate(until)}, it can't share your plan, change when it opens, change who you've named, export everything, change your email address, or delete the account. Everything else works there, and so does stopping a release.`
        : `No other browser has been used with your account within a year, so this one can do everything right away.`,
      { heading: 'If it was you' },
      until
        ? `You don't need to do anything. If you don't want to wait, open Heartwood in a browser you've used before and choose “Yes, that's me”.`
        : `You don't need to do anything.`,
      { heading: "If it wasn't you" },
      `Someone else can read your email. First change the password of your email account. Then open Heartwood in a browser you've used before and choose “No, sign it out”, or choose “Sign out everywhere” on your profile page${canReply ? ', and write to us by replying to this email' : ''}.`,
      { link: 'Your profile', url: profileUrl },
    ]),
  /** Goes to the old address. */
  email_changed: ({ canReply }) =>
    composeMail('The email address of your Heartwood account was changed', [
      `Your Heartwood account has a new email address. From now on, sign in with that one. We'll send codes and notices there, and no longer to this address.`,
      `Your plan hasn't changed, and neither have the people you've named or the people who have named you. Every other device that was signed in to your account has been signed out.`,
      { heading: "If it wasn't you" },
      `Whoever changed it has access to your email: we sent a code to this address first. Please secure this email account${canReply ? ', and write to us by replying to this email' : ''}.`,
    ]),
  /** Goes to the designees while a certificate is reviewed, or was stopped lately. */
  owner_email_changed: ({ owner, memorialUrl, writeAtOnce }) =>
    composeMail(`${owner}'s Heartwood account has a new email address`, [
      `Someone signed in to ${owner}'s Heartwood account and changed its email address. We're telling you because a death certificate was submitted for ${owner} a short while ago.`,
      `If ${owner} is alive, you don't need to do anything.`,
      `If ${owner} has died, someone else is using the account.${writeAtOnce} While a certificate is under review, the account can't be deleted.`,
      { link: 'See where the review stands', url: memorialUrl },
    ]),
  account_deleted: () =>
    composeMail('Your Heartwood account was deleted', [
      `You asked us to delete your account, and confirmed with a code sent to this address. We've deleted everything in it: your plan, your documents, your video messages and your certificates. We can't bring any of it back.`,
      `Everyone who had accepted your invitation has been told that your plan no longer exists. If you had a membership, it's canceled.`,
      { heading: "If it wasn't you" },
      `Whoever did this has access to your email. Please secure your email account.`,
    ]),
  /** Goes to the designees of a deleted account. */
  plan_deleted: ({ owner, aDesignee }) =>
    composeMail(`${owner}'s plan no longer exists`, [
      `${owner}'s Heartwood account was deleted, along with the plan and everything in it. You were ${aDesignee} in that plan. That has ended too.`,
      `There's nothing left to open, now or later. You don't need to do anything.`,
      `If this surprises you, please ask ${owner}. Only someone with access to ${owner}'s email can delete the account.`,
    ]),
}
