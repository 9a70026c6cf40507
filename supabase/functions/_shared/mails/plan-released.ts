import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { stopButton } from './words.ts'

/** Tells that the waiting period after an approval is over and the plan is open. Returns the mail. */
export function planReleased({ recipient, owner, memorialUrl, appOrigin }: Notice): MailContent {
  if (recipient === 'owner') {
    return composeMail('Your plan is open to the people you named', [
      `The waiting period after your death certificate was approved is over. The people you named can read your plan now, each as far as their role allows.`,
      `If you are alive, sign in and press ${stopButton}. The button stands at the top of every page once you are signed in. It closes your plan at once and tells everybody you named.`,
      { link: 'Sign in', url: `${appOrigin}/profile` },
    ])
  }
  return composeMail(`The plan of ${owner} is open`, [
    `The waiting period that ${owner} chose is over. You can read the plan that ${owner} left, as far as your role allows. There is no hurry: it stays open.`,
    { link: 'Go to the memorial page', url: memorialUrl },
    `Sign in with this address; we send you a 6-digit code for it.`,
    `If you know that ${owner} is alive, please ask ${owner} to sign in to Heartwood and press ${stopButton}.`,
  ])
}
