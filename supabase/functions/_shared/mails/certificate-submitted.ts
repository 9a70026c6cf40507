import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { stopButton } from './words.ts'

/** Tells that a death certificate was submitted and will be checked. Returns the mail. */
export function certificateSubmitted(notice: Notice): MailContent {
  const { recipient, owner, actorAndRole, memorialUrl, appOrigin } = notice
  if (recipient === 'owner') {
    return composeMail('A death certificate was submitted for you', [
      `${actorAndRole} submitted a death certificate for you in Heartwood.`,
      `If you are alive, sign in and press ${stopButton}. The button stands at the top of every page once you are signed in. It rejects the certificate, closes your plan and tells everybody you named.`,
      { link: 'Sign in', url: `${appOrigin}/profile` },
      { heading: 'What happens next' },
      `A person checks the certificate. Nothing opens on account of it before that. If it is approved, we write to you again, and your plan opens after the waiting period you chose. You can stop it at any time, even then.`,
      `The people you named have been told too. We always write to you at once, so that this cannot happen behind your back.`,
    ])
  }
  return composeMail(`A death certificate was submitted for ${owner}`, [
    `${actorAndRole} submitted a death certificate for ${owner} in Heartwood.`,
    `A person now checks it. We write to you again when it is decided. There is nothing you need to do until then.`,
    { link: 'See the state of the review', url: memorialUrl },
    `If you know that ${owner} is alive, please ask ${owner} to sign in to Heartwood and press ${stopButton}. We have written to ${owner} as well.`,
  ])
}
