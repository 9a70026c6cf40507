import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { roleWords } from './words.ts'

/** Tells that an invitation was declined. Returns the mail. */
export function invitationDeclined({ recipient, owner, actor, role, appOrigin }: Notice): MailContent {
  const a = role ? roleWords[role].a : 'one of the people named'
  if (recipient === 'owner') {
    return composeMail(`${actor} declined your invitation`, [
      `${actor} does not wish to be ${a} in your plan. They see nothing of it.`,
      `You can name somebody else, or ask ${actor} again later by adding them once more.`,
      { link: 'See the people you named', url: `${appOrigin}/beneficiaries` },
    ])
  }
  return composeMail(`You declined the invitation of ${owner}`, [
    `You will not be ${a} in the plan of ${owner}, and you see nothing of it. There is nothing more to do.`,
    `If you change your mind, ask ${owner} to invite you again.`,
  ])
}
