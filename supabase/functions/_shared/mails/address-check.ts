import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'

/** Asks a designee whether mail to this address still reaches them. Returns the mail. */
export function addressCheck({ owner, otherOwners, appOrigin }: Notice): MailContent {
  const named =
    otherOwners === 0
      ? `${owner} has named you`
      : `${owner} and ${otherOwners === 1 ? 'somebody else' : `${otherOwners} other people`} have named you`
  return composeMail('Is this still your address?', [
    `Nobody has died. ${named} in Heartwood as a person who is to be reached after a death.`,
    `So once a year we ask whether our mail still reaches you at this address.`,
    `Does it? Then open the page below, sign in with this address, and press "Yes, this is still my address". We send you a 6-digit code; you need no password and you pay nothing.`,
    { link: 'Answer', url: `${appOrigin}/invites?confirm-address` },
    `Would you rather use another address from now on? The same page says where you change it.`,
  ])
}
