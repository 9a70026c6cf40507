import { z } from 'zod'
import { utcDay, weekday } from './dates.ts'
import {
  aDesignee,
  because,
  date,
  mail,
  memorialLink,
  planLink,
  questions,
  reviewLink,
  toDesignee,
  toOwner,
  writeAtOnce,
} from './payload.ts'

/** The kind of the browser, if it tells, and when it may do everything; null: at once. */
const signIn = { browser: z.string().max(60).nullable(), signed_in_at: date, until: date.nullable() }

/** Emails about an account whose address changed or that was deleted. */
export const accountMails = {
  browser_signed_in: mail(
    toOwner(signIn),
    ({ browser, signed_in_at, until }, { appOrigin, supportEmail }) => [
      'A new browser signed in to your Heartwood account',
      `A browser that hasn’t been used with your account before${browser ? `, ${browser},` : ''} signed in on ${weekday(signed_in_at)}, with a code sent to this address.`,
      until
        ? `Until ${weekday(until)}, it can’t share your plan, change when it opens, change who you’ve named, export everything, change your email address, or delete the account. Everything else works there, and so does stopping a release.`
        : `No other browser has been used with your account within a year, so this one can do everything right away.`,
      { heading: 'If it was you' },
      until
        ? `You don’t need to do anything. If you don’t want to wait, open Heartwood in a browser you’ve used before and choose “Yes, that’s me”.`
        : `You don’t need to do anything.`,
      { heading: 'If it wasn’t you' },
      `Someone else can read your email. First change the password of your email account. Then open Heartwood in a browser you’ve used before and choose “No, sign it out”, or choose “Sign out everywhere” on your profile page${supportEmail ? ', and write to us by replying to this email' : ''}.`,
      { link: 'Your profile', url: `${appOrigin}/profile` },
    ],
  ),
  /** Goes to the old address. */
  email_changed: mail(toOwner({}), (_, { supportEmail }) => [
    'The email address of your Heartwood account was changed',
    `Your Heartwood account has a new email address. From now on, sign in with that one. We’ll send codes and notices there, and no longer to this address.`,
    `Your plan hasn’t changed, and neither have the people you’ve named or the people who have named you. Every other device that was signed in to your account has been signed out.`,
    { heading: 'If it wasn’t you' },
    `Someone else can read your email: the change needed a code that we sent to this address. Please secure this email account${supportEmail ? ', and write to us by replying to this email' : ''}.`,
  ]),
  /** Goes to the designees while a certificate is reviewed or was stopped lately, or to those of the first hours. */
  owner_email_changed: mail(toDesignee({ owner_id: z.guid(), because }), ({ because, ...owner }, context) => [
    `${owner.owner_name}’s Heartwood account has a new email address`,
    ...(because === 'first_hours'
      ? [
          `Someone signed in to ${owner.owner_name}’s Heartwood account and changed its email address. We’re telling you because the first hours of the plan are open, or ended within the last 7 days.`,
          `If ${owner.owner_name} did this, you don’t need to do anything.`,
          `If they can’t have done it, someone else is using the account.${writeAtOnce(context)} For now, the account can’t be deleted.`,
          planLink(owner, context),
        ]
      : [
          `Someone signed in to ${owner.owner_name}’s Heartwood account and changed its email address. We’re telling you because a death certificate was submitted for ${owner.owner_name} a short while ago.`,
          `If ${owner.owner_name} is alive, you don’t need to do anything.`,
          `If ${owner.owner_name} has died, someone else is using the account.${writeAtOnce(context)} While a certificate is under review, the account can’t be deleted.`,
          reviewLink(owner, context),
        ]),
  ]),
  account_deleted: mail(toOwner({}), () => [
    'Your Heartwood account was deleted',
    `You asked us to delete your account, and confirmed with a code sent to this address. We’ve deleted everything in it: your plan, your documents, your messages and your certificates. We can’t bring any of it back.`,
    `Everyone who had accepted your invitation has been told that your plan no longer exists. If you had a membership, it’s canceled.`,
    { heading: 'If it wasn’t you' },
    `Someone else can read your email: the deletion needed that code. Please secure your email account.`,
  ]),
  /** Goes to the designees of a deleted account: by its owner, or by the operator because the family of a dead owner asked. */
  plan_deleted: mail(
    toDesignee({ role: aDesignee, is_deceased: z.boolean() }),
    ({ owner_name, role, is_deceased }, context) =>
      is_deceased
        ? [
            `${owner_name}’s account is closed`,
            `As ${owner_name}’s family asked, and as we told you, we’ve closed the Heartwood account and deleted the plan and everything in it. You were ${role} in that plan. That has ended too.`,
            `What you downloaded or printed stays yours. There’s nothing left to open, and you don’t need to do anything.`,
            ...questions(context),
          ]
        : [
            `${owner_name}’s plan no longer exists`,
            `${owner_name}’s Heartwood account was deleted, along with the plan and everything in it. You were ${role} in that plan. That has ended too.`,
            `There’s nothing left to open, now or later. You don’t need to do anything.`,
            `If this surprises you, please ask ${owner_name}. Only someone who can read their email can delete the account.`,
          ],
  ),
  /** To everyone who accepted, 30 days or more before the operator closes the account of someone who has died. */
  account_closing: mail(
    toDesignee({ owner_id: z.guid(), closes_on: z.iso.date() }),
    ({ owner_id, owner_name, closes_on }, context) => [
      `${owner_name}’s account will be closed: download what you want to keep`,
      `${owner_name}’s family has asked us to close the Heartwood account. We’ll do that on ${utcDay(new Date(closes_on))} or soon after. Then the plan is deleted, with every document, message and memory in it, and no one can bring it back.`,
      { heading: 'What to do before then' },
      `Open the memorial and choose “About this plan”, then “Download everything I can see”. You get one file with all that you can read. Keep it where you keep what matters.`,
      memorialLink({ owner_id }, context),
      `If you think the account should stay open, please talk to the family${context.supportEmail ? ', or write to us by replying to this email' : ''}.`,
    ],
  ),
  account_kept: mail(toDesignee({ owner_id: z.guid() }), ({ owner_id, owner_name }, context) => [
    `${owner_name}’s account stays open`,
    `We told you that ${owner_name}’s Heartwood account would be closed. That’s taken back: the account and the plan stay as they are.`,
    `You don’t need to do anything.`,
    memorialLink({ owner_id }, context),
  ]),
}
