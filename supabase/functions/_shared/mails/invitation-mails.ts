import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { MailContent } from '../mail.ts'
import { composeMail, type Sender, withFooter } from './layout.ts'
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
  sender: Sender,
): MailContent {
  const owner = cleanName(owner_name, 'A loved one')
  const person = cleanName(person_name, 'there')
  const { short, plain } = roleWords[role]
  // Names the invitation and is no secret: only the person signed in with the invited address can answer it.
  const token = Buffer.from(`designation:${designationId}`).toString('base64url')
  const mail = composeMail(`${owner} has asked you to be their ${role}`, [
    `Hello ${person},`,
    `${owner} is planning ahead with Heartwood, a place for the wishes and papers that matter after a death, and would like you to be their ${role}. Nothing has happened: this is just planning.`,
    { heading: 'What it means' },
    `Your role in Heartwood would be ${role}: “${short}”. ${plain}`,
    `You'll be able to see the plan after ${owner}'s death has been verified, or sooner if ${owner} chooses.`,
    { heading: "What it doesn't mean" },
    `It doesn't entitle you to anything or create a legal duty. A role in Heartwood isn't a will: it doesn't make anyone an heir, a trustee or an executor in law.`,
    { heading: 'How to accept or decline' },
    `Open the page below and sign in with this email address, ${person_email}. We'll email you a 6-digit code. There's no password, and it's free. Then choose Accept invitation or Decline.`,
    { link: 'Read the invitation', url: `${sender.appOrigin}/invites?token=${token}` },
    `If you don't know ${owner}, you can ignore this email, and nothing will happen. You're receiving it because ${owner} gave us your address.`,
  ])
  return withFooter(mail, sender)
}

/** Emails about the answer to an invitation, and about a designee who left or cannot be reached. */
export const invitationMails: Record<string, OutboxMail> = {
  invitation_accepted: {
    owner: ({ actor, aDesignee, appOrigin }) =>
      composeMail(`${actor} accepted your invitation`, [
        `${actor} accepted your invitation and is now ${aDesignee} in your plan.`,
        `They'll be able to see your plan after your death has been verified, or sooner if you turn off your visibility hold. You can remove them at any time.`,
        peopleLink(appOrigin),
      ]),
    designee: ({ owner, aDesignee, memorialUrl }) =>
      composeMail(`You accepted ${owner}'s invitation`, [
        `You're now ${aDesignee} in ${owner}'s plan. You don't need to do anything for now.`,
        `You'll be able to see the plan after ${owner}'s death has been verified, or sooner if ${owner} chooses. We'll email you if a death certificate is submitted.`,
        { link: 'Go to the memorial page', url: memorialUrl },
      ]),
  },
  invitation_declined: {
    owner: ({ actor, aDesignee, appOrigin }) =>
      composeMail(`${actor} declined your invitation`, [
        `${actor} has declined to be ${aDesignee} in your plan. They can't see your plan.`,
        `You can name someone else, or ask ${actor} again later by adding them once more.`,
        peopleLink(appOrigin),
      ]),
    designee: ({ owner, aDesignee }) =>
      composeMail(`You declined ${owner}'s invitation`, [
        `You won't be ${aDesignee} in ${owner}'s plan, and you can't see it. You don't need to do anything else.`,
        `If you change your mind, ask ${owner} to invite you again.`,
      ]),
  },
  /** To the owner while they live; to the trustees and executors once a death is under review or verified. */
  stepped_down: {
    owner: ({ actor, aDesignee, appOrigin }) =>
      composeMail(`${actor} has stepped down from your plan`, [
        `${actor} has decided not to be ${aDesignee} in your plan anymore. That role no longer lets them see it.`,
        `There's no hurry. When you're ready, you can name someone else, or talk to ${actor} and add them once more.`,
        peopleLink(appOrigin),
      ]),
    designee: ({ owner, actor, aDesignee, memorialUrl }) =>
      composeMail(`${actor} has stepped down from ${owner}'s plan`, [
        `${actor} has decided not to be ${aDesignee} in ${owner}'s plan anymore, and can't open it now.`,
        `Your own role stays as it is. We're telling you so you know who is still there to help.`,
        { link: 'Go to the memorial page', url: memorialUrl },
      ]),
  },
  designee_left: ({ actor, aDesignee, appOrigin }) =>
    composeMail(`${actor} can no longer open your plan`, [
      `${actor} is ${aDesignee} in your plan, and has deleted the Heartwood account they would have used to see it.`,
      `You can invite ${actor} again, or name someone else. Please make sure at least one person can open your plan when it's needed.`,
      peopleLink(appOrigin),
    ]),
  mail_refused: ({ actor, aDesignee, appOrigin }) =>
    composeMail(`Our email doesn't reach ${actor}`, [
      `We emailed ${actor}, who is ${aDesignee} in your plan, but our email was refused. The address may be mistyped or no longer in use, or our email may have been marked as spam.`,
      `That means we couldn't reach ${actor} when your plan is needed. Please ask them for an address that works. If it's a new one, add ${actor} again with that address. If it's the same one, choose to send our email again.`,
      peopleLink(appOrigin),
    ]),
}

function peopleLink(appOrigin: string) {
  return { link: "See the people you've named", url: `${appOrigin}/beneficiaries` }
}
