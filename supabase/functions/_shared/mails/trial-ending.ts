import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { utcDate } from './words.ts'

/** Tells that the free trial ends soon, and what then stays. Returns the mail. */
export function trialEnding({ until, appOrigin }: Notice): MailContent {
  return composeMail('Your free trial ends soon', [
    `Your free trial of Heartwood ends ${until ? `on ${utcDate(until)}` : 'soon'}. You gave no card, so nothing is charged by itself.`,
    `What you recorded stays. You can always read, export and delete it, and the people you named keep their access after your death, whether you pay or not. Only adding to your plan and changing it needs a membership.`,
    { link: 'See the plans', url: `${appOrigin}/billing` },
    `If you do not want to go on, there is nothing you need to do.`,
  ])
}
