import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { MailContent } from '../mail.ts'
import { composeMail, withFooter } from './layout.ts'
import { cleanName } from './names.ts'
import type { OutboxMail } from './notice.ts'
import { roleSchema, roleWords } from './roles.ts'

/** What an invitation says, as the database gives it. */
export const invitationSchema = z.object({
  owner_name: z.string().nullable(),
  person_name: z.string(),
  person_email: z.string(),
  role: roleSchema,
})

/**
 * Asks a person to be an owner's beneficiary, trustee or executor.
 * @returns the mail; its link only opens the page where the person answers, and decides nothing by itself
 */
export function designationInvitation(
  { owner_name, person_name, person_email, role }: z.infer<typeof invitationSchema>,
  designationId: number,
  appOrigin: string,
): MailContent {
  const owner = cleanName(owner_name, 'A loved one')
  const person = cleanName(person_name, 'there')
  const { withArticle, short, plain } = roleWords[role]
  // Names the invitation and is no secret: only the person signed in with the invited address can answer it.
  const token = Buffer.from(`designation:${designationId}`).toString('base64url')
  const mail = composeMail(`${owner} asks you to be their ${role} in Heartwood`, [
    `Hello ${person},`,
    `Nobody has died. ${owner} is planning ahead with Heartwood, a place for the wishes and papers that matter after a death, and asks you to be ${withArticle}.`,
    { heading: 'What it means' },
    `Your role in Heartwood would be ${role}: "${short}". ${plain}`,
    `The plan opens after the death of ${owner} has been verified, or earlier if ${owner} chooses so. Until then you see nothing of it.`,
    { heading: 'What it does not mean' },
    `It gives you no money, and no legal duty now. A role in Heartwood is not a will: by itself it makes nobody an heir, a trustee or an executor before the law.`,
    { heading: 'How to accept or decline' },
    `Open the page below and sign in with this very address, ${person_email}. We send you a 6-digit code for it; you need no password and you pay nothing. On the page you press Accept invitation or Decline. Nothing is decided before you press.`,
    { link: 'Read the invitation', url: `${appOrigin}/invites?token=${token}` },
    `You can also simply ignore this mail. Then nothing happens.`,
    `We write to you because ${owner} gave us your address. If you do not know ${owner}, ignore this mail.`,
  ])
  return withFooter(mail, appOrigin)
}

/** Mails about the answer to an invitation, and about a designee who left or cannot be reached. */
export const invitationMails: Record<string, OutboxMail> = {
  invitation_accepted: {
    owner: ({ actor, aDesignee, appOrigin }) =>
      composeMail(`${actor} accepted your invitation`, [
        `${actor} accepted your invitation and is now ${aDesignee} in your plan.`,
        `They see your plan once your death has been verified, or while you have switched your visibility hold off. You can take the role back at any time.`,
        peopleLink(appOrigin),
      ]),
    designee: ({ owner, aDesignee, memorialUrl }) =>
      composeMail(`You accepted the invitation of ${owner}`, [
        `You are now ${aDesignee} in the plan of ${owner}. There is nothing to do now.`,
        `The plan opens after the death of ${owner} has been verified, or earlier if ${owner} chooses so. We write to you when a death certificate is submitted.`,
        { link: 'Go to the memorial page', url: memorialUrl },
      ]),
  },
  invitation_declined: {
    owner: ({ actor, aDesignee, appOrigin }) =>
      composeMail(`${actor} declined your invitation`, [
        `${actor} does not wish to be ${aDesignee} in your plan. They see nothing of it.`,
        `You can name somebody else, or ask ${actor} again later by adding them once more.`,
        peopleLink(appOrigin),
      ]),
    designee: ({ owner, aDesignee }) =>
      composeMail(`You declined the invitation of ${owner}`, [
        `You will not be ${aDesignee} in the plan of ${owner}, and you see nothing of it. There is nothing more to do.`,
        `If you change your mind, ask ${owner} to invite you again.`,
      ]),
  },
  designee_left: ({ actor, aDesignee, appOrigin }) =>
    composeMail(`${actor} can no longer open your plan`, [
      `${actor} is ${aDesignee} in your plan, and has deleted the Heartwood account that your plan would open to.`,
      `You can invite ${actor} again, or name somebody else. Please see to it that one person at least can open your plan when it is needed.`,
      peopleLink(appOrigin),
    ]),
  mail_refused: ({ actor, aDesignee, appOrigin }) =>
    composeMail(`Our email doesn't reach ${actor}`, [
      `We wrote to ${actor}, whom you named as ${aDesignee} in your plan, but the address doesn't take our email: it may be mistyped or no longer in use, or our email was marked as spam.`,
      `On the day your plan is needed, we couldn't reach ${actor} either. Please ask for the address that works. If it's another one, add ${actor} again with that address. If it's the same, choose to send our email again.`,
      peopleLink(appOrigin),
    ]),
}

function peopleLink(appOrigin: string) {
  return { link: 'See the people you named', url: `${appOrigin}/beneficiaries` }
}
