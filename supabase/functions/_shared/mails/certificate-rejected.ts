import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { stopButton } from './words.ts'

/** Tells that a certificate was checked and not accepted. Returns the mail. */
export function certificateRejected({ recipient, owner, memorialUrl, appOrigin }: Notice): MailContent {
  if (recipient === 'owner') {
    return composeMail('The death certificate submitted for you was rejected', [
      `The death certificate that was submitted for you has been checked and rejected. Your plan does not open on account of it.`,
      `There is nothing you need to do. The people you named have been told.`,
      `Should another certificate be submitted, we write to you at once. If you are alive then, sign in and press ${stopButton}. The button stands at the top of every page once you are signed in.`,
      { link: 'See where things stand', url: `${appOrigin}/profile` },
    ])
  }
  return composeMail(`The death certificate for ${owner} was rejected`, [
    `The death certificate that was submitted for ${owner} has been checked and rejected. The plan of ${owner} does not open on account of it.`,
    `This can have a simple reason, such as a page that is missing or cannot be read. If ${owner} has died, you can submit another certificate on the memorial page.`,
    { link: 'Go to the memorial page', url: memorialUrl },
  ])
}
