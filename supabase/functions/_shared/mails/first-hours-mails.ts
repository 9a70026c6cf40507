import { z } from 'zod'
import { makeStopToken } from '../stop-link.ts'
import { weekday } from './dates.ts'
import { actorName, date, type MailContext, mail, planLink, toDesignee, toOwner } from './payload.ts'

/** Whether the death has been verified meanwhile. Then the plan is frozen, and no one is asked to call the owner. */
const death = { is_deceased: z.boolean() }
/** Whose it is. */
const plan = { ...death, owner_id: z.guid() }
/** The opening that the owner can close without signing in. */
const closable = { opening_id: z.guid() }
/** Who pressed, and until when it stays open. */
const press = { actor_name: actorName, ends_at: date }
/**
 * From when it is open, and whether it is: the owner may have chosen to be told a day before. And whom of those who are told
 * our email doesn't reach.
 */
const opening = { ...press, opens_at: date, is_open: z.boolean(), untold: z.array(actorName) }
/** The owner, an operator, or the end of its time. */
const closing = { how: z.enum(['owner', 'operator', 'time']) }
/** "Anna and Ben" */
const inWords = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

const joining = { actor_name: actorName, names: z.array(actorName).min(1) }
/** Whether the reader is who pressed, or whom the owner chose. */
const is_actor = z.boolean()

/**
 * Emails about the first hours of a plan, to its owner and to the people whom the owner chose for them. None of them says
 * why someone opened them: an email may be read by others. So none can say what is open to its reader either, which depends
 * on the reason.
 */
export const firstHoursMails = {
  /** Sent at the press, and once more when what was announced is open. */
  first_hours_opened: z.discriminatedUnion('recipient', [
    mail(toOwner({ ...opening, ...closable, ...death }), (payload, context) => [
      payload.is_open
        ? `${payload.actor_name} opened the first hours of your plan`
        : `${payload.actor_name} wants to open the first hours of your plan`,
      payload.is_open
        ? `${payload.actor_name} opened the first hours of your plan. What you chose for this is open to the people you chose, each to their own part, until ${weekday(payload.ends_at)}. No one else was told.`
        : `${payload.actor_name} asked to open the first hours of your plan. Unless you say no, what you chose for this opens on ${weekday(payload.opens_at)}, 24 hours after that, for 14 days, to the people you chose, each to their own part. Only you and the people you chose were told.`,
      ...closeLink(payload, context),
      payload.is_deceased
        ? `You can close it anytime.`
        : `Nothing in your plan is frozen or changed, and you can close it anytime.`,
      ...untoldWords(payload),
    ]),
    mail(toDesignee({ ...opening, ...plan, is_actor }), (payload, context) => {
      const who = payload.is_actor ? 'You' : payload.actor_name
      // Next to the name of who pressed, "they" could be either of the two.
      const chooser = payload.is_actor ? 'they' : payload.owner_name
      const what = payload.is_deceased
        ? `What ${chooser} chose`
        : `Unless ${payload.is_actor ? 'they say' : `${payload.owner_name} says`} no, what they chose`
      return [
        payload.is_open
          ? `${who} opened the first hours of ${payload.owner_name}’s plan`
          : `${who} ${payload.is_actor ? 'asked' : 'wants'} to open the first hours of ${payload.owner_name}’s plan`,
        payload.is_open
          ? `${who} opened the first hours of ${payload.owner_name}’s plan. What ${chooser} chose for this is open to the people chosen for it, each to their own part, until ${weekday(payload.ends_at)}.`
          : `${who} asked to open the first hours of ${payload.owner_name}’s plan. ${what} for this opens on ${weekday(payload.opens_at)}, 24 hours after that, for 14 days, to the people chosen for it, each to their own part.`,
        planLink(payload, context),
        payload.is_deceased
          ? `We’ve told the people chosen for this and, in case of a mistake, emailed ${payload.owner_name}’s own address. We’ve told no one else.`
          : `We’ve told ${payload.owner_name} and the people chosen for this, and no one else.`,
        ...untoldWords(payload),
        ...ifNotRight(payload, context),
      ]
    }),
  ]),
  first_hours_prolonged: z.discriminatedUnion('recipient', [
    mail(toOwner({ ...press, ...closable }), (payload, context) => [
      `The first hours of your plan stay open longer`,
      `${payload.actor_name} kept the first hours of your plan open until ${weekday(payload.ends_at)}.`,
      ...closeLink(payload, context),
    ]),
    mail(toDesignee({ ...press, ...plan, is_actor }), (payload, context) => [
      `The first hours of ${payload.owner_name}’s plan stay open longer`,
      `${payload.is_actor ? 'You' : payload.actor_name} kept the first hours of ${payload.owner_name}’s plan open until ${weekday(payload.ends_at)}.`,
      planLink(payload, context),
      ...ifNotRight(payload, context),
    ]),
  ]),
  first_hours_closed: z.discriminatedUnion('recipient', [
    mail(toOwner(closing), ({ how }, { appOrigin }) => [
      `The first hours of your plan are closed`,
      {
        owner: `You closed the first hours of your plan, or someone did with your email or your account. No one can read what you chose for them any longer. They may have copied what they read.`,
        operator: `We closed the first hours of your plan. No one can read what you chose for them any longer. They may have copied what they read.`,
        time: `The time of the first hours of your plan is over. No one can read what you chose for them any longer.`,
      }[how],
      ...(how === 'time' ? [] : [`When you sign in, we’ll ask you whether it was right to open them.`]),
      { link: 'Who can see your plan', url: `${appOrigin}/who-can-see-my-plan` },
    ]),
    mail(toDesignee({ ...closing, owner_id: z.guid() }), (payload, context) => [
      `The first hours of ${payload.owner_name}’s plan are closed`,
      {
        owner: `The first hours of ${payload.owner_name}’s plan were closed from their account or email.`,
        operator: `We closed the first hours of ${payload.owner_name}’s plan.`,
        time: `The time of the first hours of ${payload.owner_name}’s plan is over.`,
      }[payload.how],
      `You can’t read what was chosen for them any longer. If they’re needed again, they can be opened again.`,
      planLink(payload, context),
    ]),
  ]),
  /** To the others of the circle, while it is open or announced. The owner gets `mail_refused`. */
  first_hours_untold: mail(toDesignee({ actor_name: actorName, owner_id: z.guid() }), (payload, context) => [
    `Our email doesn’t reach ${payload.actor_name}`,
    `We emailed ${payload.actor_name} about the first hours of ${payload.owner_name}’s plan, but our email was refused. So ${payload.actor_name} may not know. Please call them.`,
    planLink(payload, context),
  ]),
  first_hours_joined: z.discriminatedUnion('recipient', [
    mail(toOwner(joining), ({ actor_name, names }, { appOrigin }) => [
      `${actor_name} can open the first hours of your plan`,
      `You chose ${actor_name} for the first hours of your plan. If something happens to you, ${actor_name} can open what you chose. We’ll tell you whenever someone does.`,
      `These people can open them: ${inWords(names)}. They know of each other.`,
      `If it wasn’t you, someone else may have access to your email, because sign-in codes are sent to this address. Please secure your email account.`,
      { link: 'Who can see your plan', url: `${appOrigin}/who-can-see-my-plan` },
    ]),
    mail(toDesignee({ ...joining, owner_id: z.guid(), is_actor }), (payload, context) => [
      `Who can open the first hours of ${payload.owner_name}’s plan`,
      `${payload.owner_name} chose ${payload.is_actor ? 'you' : payload.actor_name} for the first hours of the plan. If something happens to ${payload.is_actor ? 'them' : payload.owner_name}, the people chosen can open what was chosen for each of them, without a certificate.`,
      `These people can open them: ${inWords(payload.names)}. ${payload.owner_name} and all of you will be told whenever one of you does.`,
      planLink(payload, context),
    ]),
  ]),
}

/** Needs no sign-in, because a sign-in mail may not arrive in time. The token is after the #, which browsers do not send. */
function closeLink(
  { opening_id }: z.output<z.ZodObject<typeof closable>>,
  { appOrigin, codeKey }: MailContext,
) {
  return [
    `If it isn’t right, open this link and press the button on its page. You don’t need to sign in. Don’t share this link. It works for 30 days.`,
    {
      link: 'Close it',
      stops: true,
      url: `${appOrigin}/stop-opening#${makeStopToken(codeKey, 'stop-opening', opening_id)}`,
    },
  ]
}

function untoldWords({ untold }: { untold: readonly string[] }): string[] {
  return untold.length > 0 ? [`Our emails don’t reach ${inWords(untold)}. Please call them.`] : []
}

function ifNotRight(
  { owner_name, is_deceased, is_actor }: { owner_name: string; is_deceased: boolean; is_actor: boolean },
  { supportEmail }: MailContext,
): string[] {
  // Who has just said why is not sent to the owner.
  if (is_actor)
    return supportEmail
      ? [`If it wasn’t you, or it was a mistake, write to us by replying to this email.`]
      : []
  if (!is_deceased)
    return [
      `If you think this isn’t right, please call ${owner_name}: the email we’ve sent them has a link that closes it.`,
    ]
  return supportEmail ? [`If you think this isn’t right, write to us by replying to this email.`] : []
}
