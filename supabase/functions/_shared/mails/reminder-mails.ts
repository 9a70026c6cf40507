import { z } from 'zod'
import { utcDay, weekday } from './dates.ts'
import { aDesignee, date, mail, memorialPage, questions, toDesignee, toOwner } from './payload.ts'

/** When the owner last confirmed the plan, and how many months pass between reminders. */
const review = { plan_reviewed_at: date.nullable(), months: z.int().positive() }
/** How many other owners have named the designee. */
const naming = { other_owners: z.int().min(0) }

/** Emails that ask a person to do something while nothing has happened. */
export const reminderMails = {
  /** Asks an owner to review the plan. */
  review_reminder: mail(toOwner(review), ({ plan_reviewed_at, months }, { appOrigin }) => [
    'Is your plan still right?',
    plan_reviewed_at
      ? `You last confirmed your Heartwood plan on ${utcDay(plan_reviewed_at)}.`
      : `It’s been a while since you wrote your Heartwood plan.`,
    `Life changes: people move, accounts close, minds change. Please review your plan and update anything that no longer fits.`,
    `If nothing has changed, choose “Still right” on your dashboard. That’s it.`,
    { link: 'Review your plan', url: `${appOrigin}/dashboard` },
    `We ask every ${months} months. You can change how often, or turn reminders off:`,
    { link: 'Choose how often we ask', url: `${appOrigin}/settings` },
  ]),
  /** Asks a designee whether email to this address still reaches them. */
  address_check: mail(toDesignee(naming), ({ owner_name, other_owners }, { appOrigin }) => {
    const others = other_owners === 1 ? 'someone else' : `${other_owners} other people`
    const named =
      other_owners === 0 ? `${owner_name} has named you` : `${owner_name} and ${others} have named you`
    return [
      'Is this still your address?',
      `Nothing has happened. ${named} in Heartwood as someone to contact after their death.`,
      `Once a year we check that our emails still reach you.`,
      `If this is still your address, open the page below, sign in with it, and choose “Yes, this is still my address”. We’ll email you a 6-digit code. There’s no password, and it’s free.`,
      { link: 'Confirm your address', url: `${appOrigin}/invites?confirm-address` },
      `If you’d rather use another address from now on, the same page tells you how to change it.`,
    ]
  }),
  /** To the executors, a year after the death was verified; to the trustees where no executor accepted. */
  year_on: mail(toDesignee({ owner_id: z.guid() }), ({ owner_id, owner_name }, context) => [
    `A year on: what may be left to do for ${owner_name}`,
    `It’s been a year since ${owner_name}’s death was verified. We hope you’ve had people around you. This is the only email of its kind.`,
    `Most of it may be done by now. These are often left:`,
    `A last income tax return, and one for the estate.`,
    `Accounts that only show up with a yearly bill, such as a domain, a club or a safe-deposit box.`,
    `The phone number and the email account, which may have been kept for codes.`,
    `The headstone, and photos that people promised to send.`,
    `“What to do now” in the memorial shows what is checked off and what isn’t.`,
    { link: 'See what’s left', url: memorialPage(context, owner_id) },
    `The memorial stays open, and costs you nothing. If the family would rather close the account one day, the Contact page says how to ask for it.`,
    ...questions(context),
  ]),
  /** Asks a designee to practice opening a plan, with sample content instead of the plan. */
  practice: mail(toDesignee({ role: aDesignee, practice_id: z.guid() }), (payload, { appOrigin }) => [
    `Practice run: try opening ${payload.owner_name}’s plan`,
    `This is a practice run. It doesn’t mean that anything has happened, and there’s nothing to worry about.`,
    `You’re ${payload.role} in ${payload.owner_name}’s Heartwood plan. They’d like to be sure that you can find your way around when it’s needed.`,
    { heading: 'What to do' },
    `Open the page below and sign in with this address. We’ll email you a 6-digit code. It takes a few minutes, and you can do it any day.`,
    { link: 'Start the practice run', url: `${appOrigin}/practice/${payload.practice_id}` },
    `You’ll see the real pages with sample content. The plan itself stays closed, and only the last button, “I’m done”, does anything.`,
    `They’ll see whether you’ve finished. If you get stuck, say so: that’s what the practice is for.`,
  ]),
  trial_ending: mail(toOwner({ until: date }), ({ until }, { appOrigin }) => [
    'Your free trial ends soon',
    `Your free trial of Heartwood ends on ${weekday(until)}. You didn’t add a card, so you won’t be charged.`,
    `We’ll keep everything you’ve saved. You can always read, export and delete it, and the people you’ve named keep the access you gave them, whether you pay or not. You only need a membership to add to your plan or change it.`,
    { link: 'See membership options', url: `${appOrigin}/billing` },
    `If you don’t want to continue, you don’t need to do anything.`,
  ]),
}
