import { utcDate, utcDay } from './dates.ts'
import { composeMail } from './layout.ts'
import type { OutboxMail } from './notice.ts'

/** Mails that ask a person to do something while nothing has happened. */
export const reminderMails: Record<string, OutboxMail> = {
  /** Asks an owner to look the plan over. */
  review_reminder: ({ planReviewedAt, months, appOrigin }) =>
    composeMail('Is your plan still right?', [
      planReviewedAt
        ? `You last said on ${utcDay(planReviewedAt)} that your plan in Heartwood is still right.`
        : `You wrote your plan in Heartwood some time ago.`,
      `Lives change: people move, accounts are closed, wishes turn out to be different. Please look your plan over, and correct what no longer fits.`,
      `Is everything as it should be? Then press "Still right" on the dashboard. That is all.`,
      { link: 'Look your plan over', url: `${appOrigin}/dashboard` },
      `We ask every ${months} months. You can choose another time, or not to be asked:`,
      { link: 'Choose how often we ask', url: `${appOrigin}/settings` },
    ]),
  /** Asks a designee whether mail to this address still reaches them. */
  address_check: ({ owner, otherOwners, appOrigin }) => {
    const others = otherOwners === 1 ? 'somebody else' : `${otherOwners} other people`
    const named = otherOwners === 0 ? `${owner} has named you` : `${owner} and ${others} have named you`
    return composeMail('Is this still your address?', [
      `Nobody has died. ${named} in Heartwood as a person who is to be reached after a death.`,
      `So once a year we ask whether our mail still reaches you at this address.`,
      `Does it? Then open the page below, sign in with this address, and press "Yes, this is still my address". We send you a 6-digit code; you need no password and you pay nothing.`,
      { link: 'Answer', url: `${appOrigin}/invites?confirm-address` },
      `Would you rather use another address from now on? The same page says where you change it.`,
    ])
  },
  /** Asks a designee to practise opening a plan, with sample content instead of the plan. */
  practice: ({ owner, aDesignee, practiceUrl }) =>
    composeMail(`Practice: ${owner} asks you to try the way to their plan`, [
      `This is a practice. Nobody has died, and there is nothing to worry about.`,
      `You are ${aDesignee} in the plan of ${owner} in Heartwood. ${owner} would like to know that you will find your way when it is needed.`,
      { heading: 'What to do' },
      `Open the page below and sign in with this address; we send you a 6-digit code for it. It takes a few minutes, and you can do it on any day.`,
      { link: 'Begin the practice', url: practiceUrl },
      `You will see the real pages, filled with samples. Nothing of the plan of ${owner} is opened, and nothing you press there has any effect.`,
      `${owner} sees whether you managed it. If you get stuck, tell ${owner}: that is what the practice is for.`,
    ]),
  trial_ending: ({ until, appOrigin }) =>
    composeMail('Your free trial ends soon', [
      `Your free trial of Heartwood ends ${until ? `on ${utcDate(until)}` : 'soon'}. You gave no card, so nothing is charged by itself.`,
      `What you recorded stays. You can always read, export and delete it, and the people you named keep their access after your death, whether you pay or not. Only adding to your plan and changing it needs a membership.`,
      { link: 'See the plans', url: `${appOrigin}/billing` },
      `If you do not want to go on, there is nothing you need to do.`,
    ]),
}
