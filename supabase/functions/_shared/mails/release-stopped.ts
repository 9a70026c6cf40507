import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { stopButton } from './words.ts'

/** Tells that the owner lives and has ended a review, a wait or a release. Returns the mail. */
export function releaseStopped({ recipient, owner, memorialUrl, appOrigin }: Notice): MailContent {
  if (recipient === 'owner') {
    return composeMail('You stopped the release of your plan', [
      `You signed in and pressed ${stopButton}. The death certificate is rejected, your plan is closed, and your visibility hold is on.`,
      `The people you named have been told that you are alive. You can change your plan again.`,
      { link: 'See where things stand', url: `${appOrigin}/profile` },
      `If it was not you who pressed the button, somebody else can read your mail: sign-in codes are sent to this address. Please secure your mailbox.`,
    ])
  }
  return composeMail(`${owner} is alive and stopped the release`, [
    `${owner} signed in to Heartwood and pressed ${stopButton}.`,
    `The death certificate is rejected and the plan of ${owner} is closed again.`,
    `Are you sure that ${owner} has died? Then somebody else did this who can read ${owner}'s mail. Please write to us at once by replying to this mail: for 7 days the account cannot be deleted.`,
    `Otherwise there is nothing you need to do.`,
    { link: 'Go to the memorial page', url: memorialUrl },
  ])
}
