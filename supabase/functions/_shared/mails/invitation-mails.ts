import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { MailContent } from '../mail.ts'
import { composeMail, type Sender, withFooter } from './layout.ts'
import { cleanName } from './names.ts'
import { actorName, aDesignee, mail, memorialPage, toDesignee, toOwner } from './payload.ts'
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
  const invitation = composeMail(`${owner} has asked you to be their ${role}`, [
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
  return withFooter(invitation, sender)
}

/** A designee, by the name and in the role that the owner gave them. */
const aboutDesignee = { actor_name: actorName, role: aDesignee }

/** Emails about the answer to an invitation, and about a designee who left or cannot be reached. */
export const invitationMails = {
  invitation_accepted: mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
    `${actor_name} accepted your invitation`,
    `${actor_name} accepted your invitation and is now ${role} in your plan.`,
    `They'll be able to see your plan after your death has been verified, or sooner if you turn off your visibility hold. You can remove them at any time.`,
    peopleLink(appOrigin),
  ]),
  invitation_declined: mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
    `${actor_name} declined your invitation`,
    `${actor_name} has declined to be ${role} in your plan. They can't see your plan.`,
    `You can name someone else, or ask ${actor_name} again later by adding them once more.`,
    peopleLink(appOrigin),
  ]),
  /** To the owner while they live; to the trustees and executors once a death is under review or verified. */
  stepped_down: z.discriminatedUnion('recipient', [
    mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
      `${actor_name} has stepped down from your plan`,
      `${actor_name} has decided not to be ${role} in your plan anymore. That role no longer lets them see it.`,
      `There's no hurry. When you're ready, you can name someone else, or talk to ${actor_name} and add them once more.`,
      peopleLink(appOrigin),
    ]),
    mail(
      toDesignee({ ...aboutDesignee, owner_id: z.guid() }),
      ({ owner_id, owner_name, actor_name, role }, context) => [
        `${actor_name} has stepped down from ${owner_name}'s plan`,
        `${actor_name} has decided not to be ${role} in ${owner_name}'s plan anymore, and can't open it now.`,
        `Your own role stays as it is. We're telling you so you know who is still there to help.`,
        { link: 'Go to the memorial page', url: memorialPage(context, owner_id) },
      ],
    ),
  ]),
  designee_left: mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
    `${actor_name} can no longer open your plan`,
    `${actor_name} is ${role} in your plan, and has deleted the Heartwood account they would have used to see it.`,
    `You can invite ${actor_name} again, or name someone else. Please make sure at least one person can open your plan when it's needed.`,
    peopleLink(appOrigin),
  ]),
  mail_refused: mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
    `Our email doesn't reach ${actor_name}`,
    `We emailed ${actor_name}, who is ${role} in your plan, but our email was refused. The address may be mistyped or no longer in use, or our email may have been marked as spam.`,
    `That means we couldn't reach ${actor_name} when your plan is needed. Please ask them for an address that works. If it's a new one, add ${actor_name} again with that address. If it's the same one, choose to send our email again.`,
    peopleLink(appOrigin),
  ]),
}

function peopleLink(appOrigin: string) {
  return { link: "See the people you've named", url: `${appOrigin}/beneficiaries` }
}
