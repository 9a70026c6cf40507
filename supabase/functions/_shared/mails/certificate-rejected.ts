import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { stopButton } from './words.ts'

/** Tells that a certificate was checked and not accepted, also when it had been at first. Returns the mail. */
export function certificateRejected(notice: Notice): MailContent {
  const { recipient, owner, takenBack, memorialUrl, appOrigin } = notice
  if (recipient === 'owner') {
    return composeMail('The death certificate submitted for you was rejected', [
      takenBack
        ? `The approval of the death certificate that was submitted for you has been taken back: it should not have been approved. Your plan is hidden again, and you can change it again. Your access history shows who had looked at what by then.`
        : `The death certificate that was submitted for you has been checked and rejected. Your plan does not open on account of it.`,
      `There is nothing you need to do. The people you named have been told.`,
      `Should another certificate be submitted, we write to you at once. If you are alive then, sign in and press ${stopButton}. The button stands at the top of every page once you are signed in.`,
      { link: 'See where things stand', url: `${appOrigin}/profile` },
    ])
  }
  return composeMail(`The death certificate for ${owner} was rejected`, [
    takenBack
      ? `We wrote to you that the death of ${owner} had been verified. That has been taken back: the death certificate should not have been approved. We are sorry. The plan of ${owner} is closed.`
      : `The death certificate that was submitted for ${owner} has been checked and rejected. The plan of ${owner} does not open on account of it.`,
    `This can have a simple reason, such as a page that is missing or cannot be read. If ${owner} has died, you can submit another certificate on the memorial page.`,
    { link: 'Go to the memorial page', url: memorialUrl },
  ])
}
