import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import { cleanName, type Role, roleWords } from './words.ts'

export interface DesignationInvitation {
  designationId: number
  ownerName: string | null
  personName: string
  personEmail: string
  role: Role
  appOrigin: string
}

/**
 * Asks a person to be an owner's beneficiary, trustee or executor.
 * @returns the mail; its link leads to the page where the person answers and decides nothing by itself
 */
export function designationInvitation(invitation: DesignationInvitation): MailContent {
  const owner = cleanName(invitation.ownerName, 'A loved one')
  const person = cleanName(invitation.personName, 'there')
  const { role, personEmail, appOrigin, designationId } = invitation
  const { a, short, plain } = roleWords[role]
  return composeMail(`${owner} asks you to be their ${role} in Heartwood`, [
    `Hello ${person},`,
    `Nobody has died. ${owner} is planning ahead with Heartwood, a place for the wishes and papers that matter after a death, and asks you to be ${a}.`,
    { heading: 'What it means' },
    `Your role in Heartwood would be ${role}: "${short}". ${plain}`,
    `The plan opens after the death of ${owner} has been verified, or earlier if ${owner} chooses so. Until then you see nothing of it.`,
    { heading: 'What it does not mean' },
    `It gives you no money, and no legal duty now. A role in Heartwood is not a will: by itself it makes nobody an heir, a trustee or an executor before the law.`,
    { heading: 'How to accept or decline' },
    `Open the page below and sign in with this very address, ${personEmail}. We send you a 6-digit code for it; you need no password and you pay nothing. On the page you press Accept invitation or Decline. Nothing is decided before you press.`,
    { link: 'Read the invitation', url: `${appOrigin}/invites?token=${inviteToken(designationId)}` },
    `You can also simply ignore this mail. Then nothing happens.`,
    `We write to you because ${owner} gave us your address. If you do not know ${owner}, ignore this mail.`,
  ])
}

/** Says which invitation is meant, no more: who may answer it is decided by the signed-in address. */
function inviteToken(designationId: number): string {
  return btoa(`designation:${designationId}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
