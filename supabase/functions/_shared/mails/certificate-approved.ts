import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { stopButton, utcDate } from './words.ts'

/** Tells that a death is verified and from when the plan is open. Returns the mail. */
export function certificateApproved(notice: Notice): MailContent {
  const { recipient, owner, releaseAt, memorialUrl, appOrigin } = notice
  const from = releaseAt ? `from ${utcDate(releaseAt)}` : 'once the waiting period is over'
  if (recipient === 'owner') {
    return composeMail('The death certificate submitted for you was approved', [
      `The death certificate that was submitted for you has been checked and approved. Heartwood now takes it that you have died.`,
      `If you are alive, sign in and press ${stopButton}. The button stands at the top of every page once you are signed in. It closes your plan at once and tells everybody you named.`,
      { link: 'Sign in', url: `${appOrigin}/profile` },
      { heading: 'What happens next' },
      `The people you named can read your plan ${from}. You can stop it before that day and after it. Until you do, nobody can change the plan, and neither can you.`,
    ])
  }
  return composeMail(`The death of ${owner} has been verified`, [
    `The death certificate for ${owner} has been checked and approved. We are sorry.`,
    `You can read the plan that ${owner} left, as far as your role allows, ${from}. There is no hurry.`,
    { link: 'Go to the memorial page', url: memorialUrl },
    `Sign in with this address; we send you a 6-digit code for it.`,
    `If you know that ${owner} is alive, please ask ${owner} to sign in to Heartwood and press ${stopButton}.`,
  ])
}
