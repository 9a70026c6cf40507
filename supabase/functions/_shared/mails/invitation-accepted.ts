import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { roleWords } from './words.ts'

/** Tells that an invitation was accepted. Returns the mail. */
export function invitationAccepted({
  recipient,
  owner,
  actor,
  role,
  memorialUrl,
  appOrigin,
}: Notice): MailContent {
  const a = role ? roleWords[role].a : 'one of the people named'
  if (recipient === 'owner') {
    return composeMail(`${actor} accepted your invitation`, [
      `${actor} accepted your invitation and is now ${a} in your plan.`,
      `They see your plan once your death has been verified, or while you have switched your visibility hold off. You can take the role back at any time.`,
      { link: 'See the people you named', url: `${appOrigin}/beneficiaries` },
    ])
  }
  return composeMail(`You accepted the invitation of ${owner}`, [
    `You are now ${a} in the plan of ${owner}. There is nothing to do now.`,
    `The plan opens after the death of ${owner} has been verified, or earlier if ${owner} chooses so. We write to you when a death certificate is submitted.`,
    { link: 'Go to the memorial page', url: memorialUrl },
  ])
}
