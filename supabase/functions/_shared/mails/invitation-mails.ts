import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { MailContent } from '../mail.ts'
import { weekday } from './dates.ts'
import { type Block, composeMail, type Sender, withFooter } from './layout.ts'
import { cleanName } from './names.ts'
import {
  actorName,
  aDesignee,
  date,
  type MailContext,
  mail,
  memorialLink,
  planLink,
  questions,
  reviewLink,
  toDesignee,
  toInvited,
  toOwner,
} from './payload.ts'
import { type Role, roleSchema, roleWords } from './roles.ts'

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
  // Names the invitation and is no secret: only the person signed in with the invited address can answer it.
  const token = Buffer.from(`designation:${designationId}`).toString('base64url')
  const invitation = composeMail(`${owner} has asked you to be their ${role}`, [
    `Hello ${person},`,
    `${owner} is planning ahead with Heartwood, a place for the wishes and papers that matter after a death, and would like you to be their ${role}. Nothing has happened: this is just planning.`,
    { heading: 'What it means' },
    `Your role in Heartwood would be ${roleInWords(role)}`,
    `You’ll be able to see the plan once ${owner}’s death has been verified, or sooner if they share it with you. They can also choose which parts you see.`,
    { heading: 'What it doesn’t mean' },
    `It doesn’t entitle you to anything or create a legal duty. A role in Heartwood isn’t a will: it doesn’t make anyone an heir, a trustee or an executor in law.`,
    { heading: 'How to accept or decline' },
    `Open the page below and sign in with this email address, ${person_email}. We’ll email you a 6-digit code. There’s no password, and it’s free. Then choose Accept invitation or Decline.`,
    { link: 'Read the invitation', url: `${sender.appOrigin}/invites?token=${token}` },
    `If you don’t know ${owner}, you can ignore this email, and nothing will happen. You’re receiving it because they gave us your address.`,
  ])
  return withFooter(invitation, sender)
}

/** Explains a role to the person who has it or is asked to take it: its name, what it lets them do, and what it doesn't. */
function roleInWords(role: Role, asked = ''): string {
  const { short, plain, limits } = roleWords[role]
  return [`${role}: “${short}”.`, asked, plain, limits].filter(Boolean).join(' ')
}

/** A designee, by the name and in the role that the owner gave them. */
const aboutDesignee = { actor_name: actorName, role: aDesignee }

/** The same, for those who look after a plan whose owner may not be able to: private.who_looks_after. */
const aboutOtherDesignee = { ...aboutDesignee, owner_id: z.guid() }
/** The reader's own role, and what is known of the owner. */
const ownAnswer = {
  owner_id: z.guid(),
  role: roleSchema,
  state: z.enum(['living', 'under_review', 'waiting', 'released']),
}

/** Emails about the answer to an invitation, and about a designee who left or cannot be reached. */
export const invitationMails = {
  invitation_accepted: z.discriminatedUnion('recipient', [
    mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
      `${actor_name} accepted your invitation`,
      `${actor_name} accepted your invitation and is now ${role} in your plan.`,
      `They’ll be able to see your plan once your death has been verified. Before that, they can see it while your visibility hold is off, and in the first hours what you chose for them. You can remove them anytime.`,
      peopleLink(appOrigin),
    ]),
    mail(toDesignee(aboutOtherDesignee), ({ owner_id, owner_name, actor_name, role }, context) => [
      `${actor_name} accepted ${owner_name}’s invitation`,
      `${actor_name}, whom ${owner_name} had asked to be ${role}, has now accepted.`,
      `Your own role stays as it is. We’re telling you so you know who is there to help.`,
      memorialLink({ owner_id }, context),
    ]),
  ]),
  invitation_declined: z.discriminatedUnion('recipient', [
    mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
      `${actor_name} declined your invitation`,
      `${actor_name} has declined to be ${role} in your plan. They can’t see your plan.`,
      `You can name someone else, or ask ${actor_name} again later by adding them once more.`,
      peopleLink(appOrigin),
    ]),
    mail(toDesignee(aboutOtherDesignee), ({ owner_id, owner_name, actor_name, role }, context) => [
      `${actor_name} declined ${owner_name}’s invitation`,
      `${actor_name}, whom ${owner_name} had asked to be ${role}, has now declined and can’t see the plan.`,
      `Your own role stays as it is. We’re telling you so you know who is there to help.`,
      memorialLink({ owner_id }, context),
    ]),
  ]),
  /** To the person who accepted, to be found again years later. */
  you_accepted: mail(toDesignee(ownAnswer), (payload, context) => [
    `Keep this email: you’re ${roleWords[payload.role].withArticle} in ${payload.owner_name}’s plan`,
    `You accepted ${payload.owner_name}’s invitation. Your role is ${roleInWords(payload.role)} They may also have chosen which parts you see.`,
    ...whatNow(payload, context),
    ...(payload.state === 'living'
      ? [
          { heading: 'Why to keep this email' },
          `It may be years before you need it. Search your email for “Heartwood”, and you’ll find it. If your email address changes, sign in, open Profile and change it there.`,
          `If you’d rather not have this role anymore, sign in and choose “Step down” on your invitations page.`,
        ]
      : []),
    ...questions(context),
  ]),
  you_declined: mail(toDesignee(ownAnswer), ({ owner_name, role, state }) => [
    `You declined ${owner_name}’s invitation`,
    `You’ve declined to be ${roleWords[role].withArticle} in ${owner_name}’s plan. ${
      state === 'living'
        ? `We’ve told them, and they can name someone else.`
        : `We’ve told the people who look after the plan.`
    }`,
    `You can’t see the plan, and you don’t need to do anything.`,
    ...(state === 'living' ? [`If you change your mind, ask them to invite you again.`] : []),
  ]),
  role_changed: mail(
    toDesignee({ owner_id: z.guid(), from: roleSchema, role: roleSchema }),
    ({ owner_name, from, role }, { appOrigin, ...context }) => [
      `You’re now ${roleWords[role].withArticle} in ${owner_name}’s plan`,
      `${owner_name} changed what you are in their plan: from ${from} to ${role}.`,
      { heading: 'What it means' },
      `Your role is now ${roleInWords(role, roleWords[role].asked)} They can also choose which parts you see.`,
      `You don’t need to do anything now.`,
      `If you’d rather not have this role, sign in and choose “Step down” on your invitations page.`,
      { link: 'See your role', url: `${appOrigin}/invites` },
      ...questions({ appOrigin, ...context }),
    ],
  ),
  /** To the owner while they live; to the trustees and executors once a death is under review or verified. */
  stepped_down: z.discriminatedUnion('recipient', [
    mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
      `${actor_name} has stepped down from your plan`,
      `${actor_name} has decided not to be ${role} in your plan anymore. That role no longer lets them see it.`,
      `There’s no hurry. When you’re ready, you can name someone else, or talk to ${actor_name} and add them once more.`,
      peopleLink(appOrigin),
    ]),
    mail(toDesignee(aboutOtherDesignee), ({ owner_id, owner_name, actor_name, role }, context) => [
      `${actor_name} has stepped down from ${owner_name}’s plan`,
      `${actor_name} has decided not to be ${role} in ${owner_name}’s plan anymore, and can’t open it now.`,
      `Your own role stays as it is. We’re telling you so you know who is still there to help.`,
      planLink({ owner_id, owner_name }, context),
    ]),
  ]),
  designee_left: z.discriminatedUnion('recipient', [
    mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
      `${actor_name} can no longer open your plan`,
      `${actor_name} is ${role} in your plan, and has deleted the Heartwood account they would have used to see it.`,
      `You can invite ${actor_name} again, or name someone else. Please make sure at least one person can open your plan when it’s needed.`,
      peopleLink(appOrigin),
    ]),
    mail(toDesignee(aboutOtherDesignee), ({ owner_id, owner_name, actor_name, role }, context) => [
      `${actor_name} can no longer open ${owner_name}’s plan`,
      `${actor_name} was ${role} in ${owner_name}’s plan, and has deleted the Heartwood account they would have used to see it.`,
      `Your own role stays as it is. We’re telling you so you know who is still there to help.`,
      memorialLink({ owner_id }, context),
    ]),
  ]),
  mail_refused: z.discriminatedUnion('recipient', [
    mail(toOwner(aboutDesignee), ({ actor_name, role }, { appOrigin }) => [
      `Our email doesn’t reach ${actor_name}`,
      `We emailed ${actor_name}, who is ${role} in your plan, but our email was refused. The address may be mistyped or no longer in use, or our email may have been marked as spam.`,
      `That means we couldn’t reach them when your plan is needed. Please ask them for an address that works. If it’s a new one, add them again with that address. If it’s the same one, choose to send our email again.`,
      peopleLink(appOrigin),
    ]),
    mail(toDesignee(aboutOtherDesignee), ({ owner_id, owner_name, actor_name, role }, context) => [
      `Our email doesn’t reach ${actor_name}`,
      `We emailed ${actor_name}, whom ${owner_name} named as ${role.replace(/^an? /, '')}, about the plan, but our email was refused. So ${actor_name} may not know of it.`,
      `Please call ${actor_name}, so they know. If they still use the address we were given, our emails may be in their spam folder. They can sign in and change the address on their profile page.`,
      ...(context.supportEmail
        ? [`If they no longer read email there, write to us by replying to this email.`]
        : []),
      planLink({ owner_id, owner_name }, context),
    ]),
    mail(z.object({ recipient: z.literal('operator') }), () => [
      'Our email doesn’t reach someone named in a plan',
      `A death was verified, and our email to someone who was named in that plan was refused. The trustees and executors have been told, if there are any.`,
      `Open admin.unreached in the Supabase dashboard to see who it is. If no one else of that plan is reached, a phone number in the plan may help.`,
    ]),
  ]),
  /** To people who have not answered, when a death was verified; once more if that was wrong. */
  invited_after_death: mail(
    toInvited({ role: aDesignee, release_at: date, is_open: z.boolean(), open_until: date.nullable() }),
    ({ owner_name, role, release_at, is_open, open_until }, { appOrigin, ...context }) => [
      `We’re sorry to tell you that ${owner_name} has died`,
      `We’re so sorry to tell you that ${owner_name} has died. We’ve checked the death certificate.`,
      `They had asked you to be ${role} in Heartwood, a place for the wishes and papers that matter now. You haven’t answered yet, and you still can. It’s free and creates no legal duty.`,
      `If you accept, you can read the plan ${
        is_open || (open_until && open_until >= release_at) ? 'right away' : `from ${weekday(release_at)} on`
      }. If you’d rather not, choose Decline, or leave it.`,
      { link: 'Answer the invitation', url: `${appOrigin}/invites` },
      `Sign in with the address that this email came to. We’ll email you a 6-digit code.`,
      ...questions({ appOrigin, ...context }),
    ],
  ),
  invited_by_mistake: mail(
    toInvited({ is_alive: z.boolean() }),
    ({ owner_name, is_alive }, { appOrigin, ...context }) => [
      is_alive ? `${owner_name} is alive` : `${owner_name}’s death hasn’t been confirmed`,
      is_alive
        ? `${owner_name} has told us that they’re alive. We had told the people named in the plan that ${owner_name} had died. That was wrong, and we’re very sorry.`
        : `We had told the people named in the plan that ${owner_name} had died. The death certificate shouldn’t have been approved, and we’re very sorry.`,
      `The plan is closed. Your invitation is as it was before: you can answer it anytime.`,
      { link: 'See the invitation', url: `${appOrigin}/invites` },
      ...questions({ appOrigin, ...context }),
    ],
  ),
}

/** What a person who accepted can do, by what is known of the owner. */
function whatNow(
  { state, ...owner }: { owner_id: string; owner_name: string; state: string },
  context: MailContext,
): Block[] {
  switch (state) {
    case 'released':
      return [`You can read the plan now. It stays open.`, memorialLink(owner, context), signInAgain]
    case 'waiting':
      return [
        `${owner.owner_name}’s death has been verified. You can read the plan once the waiting period is over. The page below says when, and we’ll email you then.`,
        memorialLink(owner, context),
        signInAgain,
      ]
    case 'under_review':
      return [
        `A death certificate for ${owner.owner_name} is being checked. You don’t need to do anything: we’ll email you when there’s a decision.`,
        reviewLink(owner, context),
        signInAgain,
      ]
    default:
      return [
        `You don’t need to do anything now.`,
        { heading: `When ${owner.owner_name} dies` },
        `Open the page below, sign in with this address, and add a photo or a scan of the death certificate. A photo from your phone is fine. Someone will check it, and then you can read the plan. You don’t pay anything, even if their membership has ended.`,
        planLink(owner, context),
        signInAgain,
      ]
  }
}

const signInAgain = `We’ll email you a 6-digit code to sign in. There’s no password.`

function peopleLink(appOrigin: string) {
  return { link: 'See the people you’ve named', url: `${appOrigin}/beneficiaries` }
}
