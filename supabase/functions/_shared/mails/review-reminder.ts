import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { utcDay } from './words.ts'

/** Asks an owner to look the plan over. Returns the mail. */
export function reviewReminder({ planReviewedAt, months, appOrigin }: Notice): MailContent {
  return composeMail('Is your plan still right?', [
    planReviewedAt
      ? `You last said on ${utcDay(planReviewedAt)} that your plan in Heartwood is still right.`
      : `You wrote your plan in Heartwood some time ago.`,
    `Lives change: people move, accounts are closed, wishes turn out to be different. Please look your plan over, and correct what no longer fits.`,
    `Is everything as it should be? Then press "Still right" on the dashboard. That is all.`,
    { link: 'Look your plan over', url: `${appOrigin}/dashboard` },
    `We ask every ${months} months. You can choose another time, or not to be asked:`,
    { link: 'Choose how often we ask', url: `${appOrigin}/settings` },
  ])
}
