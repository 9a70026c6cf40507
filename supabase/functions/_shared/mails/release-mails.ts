import { z } from 'zod'
import { makeStopToken } from '../stop-link.ts'
import { weekday } from './dates.ts'
import type { Block } from './layout.ts'
import { cleanName } from './names.ts'
import {
  actorName,
  because,
  date,
  type MailContext,
  mail,
  memorialLink,
  memorialPage,
  planLink,
  questions,
  reviewLink,
  toDesignee,
  toOwner,
  type Words,
  writeAtOnce,
} from './payload.ts'
import { roleSchema } from './roles.ts'

/** The words on the button with which an owner stops a release. */
const stopButton = `“I’m alive: stop this”`
const whereTheButtonIs = `You’ll find the button at the top of every page once you’re signed in.`
const closesAtOnce = `It closes your plan right away and tells everyone who has accepted your invitation.`
/** What can't wait, in a plan that has just opened. */
const funeralFirst = `If the funeral is still to be arranged, look for the funeral wishes first. The rest can wait: the plan will stay open.`
const signInForACode = `Sign in with this address. We’ll email you a 6-digit code.`

/** How many people can see the plan, and when the hold returns; null: when the owner sets it again. */
const lifting = { people: z.int().nonnegative(), until: date.nullable() }
const plan = { owner_id: z.guid() }
/** The certificate that the owner can stop without signing in; null once the link no longer works. */
const stoppable = { submission_id: z.guid().nullable() }
const actor = {
  actor_name: z.string().nullable(),
  actor_role: z.enum(['owner', 'administrator', ...roleSchema.options]).nullable(),
}
/** Whether the reader did it. */
const is_actor = z.boolean()
/** From when the plan is open, whether it is now, and until when it stays open if the owner had opened it before. */
const opening = { release_at: date, is_open: z.boolean(), open_until: date.nullable() }
/** What the administrator tells those who are told of a decision. */
const message = z.string().max(1000)
/** Whether an approval had opened the plan before it was taken back. */
const was_open = z.boolean()
const rejection = { taken_back: z.literal('approved').nullable(), message: message.nullable(), was_open }
const takenBack = { taken_back: z.enum(['approved', 'rejected', 'needs_another']), was_open }
/** Before when the plan won't open, if there is such a day; and whether the certificate was approved. */
const objection = { ...actor, opens_at: date.nullable(), is_approved: z.boolean() }

/** Emails about a plan that opens: while its owner lives, or from a death certificate to the release or its end. */
export const releaseMails = {
  /** Also warns the owner in case another person did this from their account. */
  hold_lifted: mail(toOwner(lifting), ({ people, until }, { appOrigin }) => {
    const count = people === 1 ? '1 person' : `${people} people`
    return [
      people > 0 ? `Your plan is shared with ${count}` : 'Your plan is no longer private',
      `You signed in to Heartwood and turned off the visibility hold on your plan.`,
      people > 0
        ? `${count} you’ve named can see your plan now. So can anyone who accepts your invitation while the hold is off. What each person sees depends on their role.`
        : `None of the people you’ve named has accepted yet, so no one can see your plan now. Anyone who accepts while the hold is off will see it right away.`,
      until
        ? `Your plan will be private again on ${weekday(until)}, automatically. You can make it private sooner.`
        : `Your plan will stay shared until you make it private again.`,
      { link: 'See who can see your plan', url: `${appOrigin}/who-can-see-my-plan` },
      `If it wasn’t you, sign in and make your plan private again. Someone else may have access to your email, because sign-in codes are sent to this address. Please secure your email account.`,
    ]
  }),
  certificate_submitted: z.discriminatedUnion('recipient', [
    mail(toOwner({ ...actor, ...stoppable }), (payload, context) => [
      'A death certificate was submitted for you',
      `${actorAndRole(payload, 'you')} submitted a death certificate for you in Heartwood.`,
      ...waysToStop(
        payload,
        context,
        'It rejects the certificate, closes your plan and tells everyone who has accepted your invitation.',
      ),
      { heading: 'What happens next' },
      `Someone on our team will check the certificate.${reviewTakes(context)} Nothing opens until then. If it’s approved, we’ll email you again, and your plan will open after any waiting period you’ve chosen. You can stop it anytime, even then.`,
      `Everyone who has accepted your invitation has been told too.`,
    ]),
    mail(toDesignee({ ...actor, ...plan, is_actor }), (payload, context) =>
      payload.is_actor
        ? [
            `You submitted a death certificate for ${payload.owner_name}`,
            `We’re so sorry. The death certificate you submitted for ${payload.owner_name} has reached us.`,
            `Thank you for sending it. Someone on our team will check it.${reviewTakes(context)} We’ll email you when there’s a decision. You don’t need to do anything until then.`,
            reviewLink(payload, context),
            `Everyone who has accepted an invitation to the plan has been told that you submitted the certificate. In case there’s been a mistake, we’ve emailed ${payload.owner_name} as well.`,
          ]
        : [
            `A death certificate was submitted for ${payload.owner_name}`,
            `${actorAndRole(payload, payload.owner_name)} submitted a death certificate for ${payload.owner_name} in Heartwood.`,
            `Someone on our team will check it.${reviewTakes(context)} We’ll email you when there’s a decision. You don’t need to do anything until then.`,
            reviewLink(payload, context),
            `If this is the first you’ve heard of it, we’re so sorry to be the ones to tell you. Nothing has been checked yet, and it may be a mistake.`,
            `If you know that ${payload.owner_name} is alive, please ask them to sign in to Heartwood and press ${stopButton}. If something else is wrong with the certificate, you can tell us on that page. We’ve emailed them as well.`,
          ],
    ),
  ]),
  /** A designee says that something is wrong with a certificate that waits. What they wrote is for administrators only. */
  certificate_objected: z.discriminatedUnion('recipient', [
    mail(toOwner({ ...objection, ...stoppable }), (payload, context) => [
      'Someone says that something is wrong with the certificate submitted for you',
      `${actorAndRole(payload, 'you')} told us that something is wrong with the death certificate submitted for you. We’re looking into it.`,
      ...waysToStop(payload, context),
      ...opensLater(payload, 'your plan'),
    ]),
    mail(toDesignee({ ...objection, ...plan, is_actor }), (payload, context) => [
      ...(payload.is_actor
        ? ([
            `You told us that something is wrong with the certificate for ${payload.owner_name}`,
            `Thank you for telling us that something is wrong with the death certificate submitted for ${payload.owner_name}.`,
            `Only the people who check certificates will read what you wrote. We’ve told everyone who has accepted the invitation that you wrote to us, but not what.`,
          ] satisfies Words)
        : ([
            `Someone says that something is wrong with the certificate for ${payload.owner_name}`,
            `${actorAndRole(payload, payload.owner_name)} told us that something is wrong with the death certificate submitted for ${payload.owner_name}. We’re looking into it.`,
          ] satisfies Words)),
      ...opensLater(payload, 'the plan'),
      `You don’t need to do anything. We’ll email you when there’s news.`,
      planLink(payload, context),
    ]),
    mail(z.object({ recipient: z.literal('operator'), is_approved: z.boolean() }), ({ is_approved }) => [
      'Someone says that something is wrong with a death certificate',
      `One of the people named in a plan told us that something is wrong with the death certificate submitted for its owner. Everyone in that plan has been told so.`,
      is_approved
        ? `It was approved, and the plan isn’t open yet. Open admin.decided_certificates in the Supabase dashboard and read “objections”. If they’re right, take the decision back before the plan opens.`
        : `Open admin.certificate_reviews in the Supabase dashboard and read “objections” before anyone decides.`,
    ]),
  ]),
  certificate_approved: z.discriminatedUnion('recipient', [
    mail(toOwner({ ...opening, ...stoppable }), (payload, context) => [
      'The death certificate submitted for you was approved',
      `The death certificate submitted for you has been checked and approved. Our records now show that you have died.`,
      ...waysToStop(payload, context),
      { heading: 'What happens next' },
      `Everyone who has accepted your invitation can read your plan ${openFrom(payload)}. What each person sees depends on their role. You can stop this anytime, before the plan opens or after. Until you do, no one can change the plan, including you.`,
    ]),
    mail(toDesignee({ ...opening, ...plan }), (payload, context) => [
      `${payload.owner_name}’s death has been verified`,
      `We’re so sorry that ${payload.owner_name} has died. We’ve checked and approved the death certificate.`,
      {
        before: `You can still read the plan. What you see depends on your role.`,
        now: `You can read the plan now. What you see depends on your role.`,
        later: `You can read the plan from ${weekday(payload.release_at)} on. What you see depends on your role. The page shows the exact time, and we’ll email you when it opens.`,
      }[opensBy(payload)],
      ...(payload.is_open ? [funeralFirst] : []),
      memorialLink(payload, context),
      signInForACode,
    ]),
  ]),
  /** The certificate can't be read whole, so nothing was decided: to who submitted it, and to executors. */
  certificate_needs_another: z.discriminatedUnion('recipient', [
    // From the owner's own account, where someone manages it for them.
    mail(toOwner({ message: message.nullable() }), ({ message }, context) => [
      'We need another photo of the certificate',
      `Someone signed in as you submitted a death certificate for you. We couldn’t check it as it is.`,
      ...fromReviewer(message),
      `If you manage this account for someone who has died: we’re sorry to ask, and there’s no need to explain anything. Please take another photo and submit it on the Profile page. You can do that right away.`,
      { link: 'Send another photo', url: `${context.appOrigin}/profile` },
      `If you’re alive and it wasn’t you, someone else may be signed in. Open Profile and choose “Sign out everywhere”.`,
      ...questions(context),
    ]),
    mail(
      toDesignee({ ...plan, message: message.nullable(), is_submitter: z.boolean() }),
      (payload, context) => [
        `We need another photo of the certificate for ${payload.owner_name}`,
        payload.is_submitter
          ? `Thank you for sending the death certificate for ${payload.owner_name}. We couldn’t check it as it is, and we’re sorry to ask you for another photo.`
          : `We couldn’t check the death certificate submitted for ${payload.owner_name} as it is. We’ve asked the person who sent it for another photo. You can send one too.`,
        ...fromReviewer(payload.message),
        `A photo from a phone is fine: the whole page, flat, with the seal and all four corners in the picture. You can send it right away.`,
        { link: 'Send another photo', url: `${memorialPage(context, payload.owner_id)}?tab=certificate` },
        `Nothing was rejected, and nothing has been decided. We’ll check the new photo once it’s here.${reviewTakes(context)}`,
        ...questions(context),
      ],
    ),
  ]),
  /** Also sent when an approval is taken back. */
  certificate_rejected: z.discriminatedUnion('recipient', [
    mail(toOwner(rejection), ({ taken_back, was_open, message }, context) => [
      'The death certificate submitted for you was rejected',
      taken_back === 'approved'
        ? `We’ve taken back our approval of the death certificate submitted for you: it shouldn’t have been approved. ${was_open ? 'Your plan is private again' : `It hadn’t opened your plan yet. The plan stays private`}, and you can change it again. Your access history shows who had looked at what by then.`
        : `The death certificate submitted for you has been checked and rejected. It doesn’t open your plan.`,
      ...fromReviewer(message),
      `You don’t need to do anything. Everyone who has accepted your invitation has been told.`,
      `If another certificate is submitted, we’ll email you right away. If you’re alive, sign in then and press ${stopButton}. ${whereTheButtonIs}`,
      { link: 'See the current state', url: `${context.appOrigin}/profile` },
      ...questions(context),
    ]),
    mail(toDesignee({ ...rejection, ...plan }), (payload, context) => [
      `The death certificate for ${payload.owner_name} was rejected`,
      payload.taken_back === 'approved'
        ? `We told you that ${payload.owner_name}’s death had been verified. We’ve taken that back: the death certificate shouldn’t have been approved. We’re sorry. ${payload.was_open ? 'The plan is closed.' : 'It hadn’t opened the plan yet, and it won’t.'}`
        : `The death certificate submitted for ${payload.owner_name} has been checked and rejected. It doesn’t open the plan.`,
      ...fromReviewer(payload.message),
      `If ${payload.owner_name} has died, we’re sorry to ask more of you: another certificate can be submitted on the page below.`,
      planLink(payload, context),
      ...questions(context),
    ]),
  ]),
  /** Sent when the administrator takes back an approval or a rejection: the certificate is reviewed again. */
  decision_taken_back: z.discriminatedUnion('recipient', [
    mail(toOwner({ ...takenBack, ...stoppable }), (payload, context) => [
      'The death certificate submitted for you is being checked again',
      {
        approved: `The death certificate submitted for you shouldn’t have been approved yet. We’ve taken back the approval. ${payload.was_open ? 'Your plan is closed again.' : 'It hadn’t opened your plan yet.'}`,
        rejected: `We rejected the death certificate submitted for you. We’ve now taken back that decision.`,
        needs_another: `We had set aside the death certificate submitted for you, and asked for another photo of it. We’re checking it after all.`,
      }[payload.taken_back],
      `Someone on our team is checking the certificate again.${reviewTakes(context)}`,
      ...waysToStop(payload, context),
    ]),
    mail(toDesignee({ ...takenBack, ...plan }), (payload, context) => [
      `The death certificate for ${payload.owner_name} is being checked again`,
      {
        approved: `We told you that ${payload.owner_name}’s death had been verified. We’ve taken that back: the death certificate shouldn’t have been approved yet. We’re sorry. ${payload.was_open ? 'The plan is closed for now.' : 'It hadn’t opened the plan yet.'}`,
        rejected: `We told you that the death certificate for ${payload.owner_name} was rejected. We’ve taken that back, and we’re sorry.`,
        needs_another: `We had asked for another photo of the death certificate for ${payload.owner_name}. We don’t need one anymore: we’re checking the one we have.`,
      }[payload.taken_back],
      `Someone on our team is checking the certificate again.${reviewTakes(context)} We’ll email you when there’s a decision. You don’t need to do anything until then.`,
      planLink(payload, context),
    ]),
  ]),
  /**
   * Sent when a person is removed or revoked during a review, while the first hours are open, or within seven days after an
   * owner's stop or the end of the first hours.
   */
  person_removed: z.discriminatedUnion('recipient', [
    mail(toOwner({ actor_name: actorName, because }), ({ actor_name, because }, { appOrigin }) => [
      `${actor_name} can no longer see your plan`,
      because === 'first_hours'
        ? `${actor_name} was removed from the people you’ve named. While the first hours of your plan are open, and for 7 days after that, we tell you when that happens. Only if you chose that person for the first hours, we tell them and the others you chose, too.`
        : `${actor_name} was removed from the people you’ve named. While a death certificate is being checked, and for 7 days after you stop a release, we tell everyone who has accepted your invitation when that happens.`,
      because === 'first_hours'
        ? `If it wasn’t you, sign in. You’ll find what was removed in your settings, and you can bring it back.`
        : `If it wasn’t you, sign in. Once you’ve stopped the release, you’ll find what was removed in your settings, and you can bring it back.`,
      { link: 'Open your settings', url: `${appOrigin}/settings` },
    ]),
    mail(toDesignee({ actor_name: actorName, is_removed: z.boolean(), because }), (payload, context) => [
      payload.is_removed
        ? `You can no longer see ${payload.owner_name}’s plan`
        : `${payload.actor_name} can no longer see ${payload.owner_name}’s plan`,
      payload.is_removed
        ? `You’re no longer one of the people ${payload.owner_name} has named in Heartwood.`
        : `${payload.actor_name} is no longer one of the people ${payload.owner_name} has named in Heartwood.`,
      payload.because === 'first_hours'
        ? `We’re telling you because the first hours of the plan are open, or ended within the last 7 days.`
        : `We’re telling you because a death certificate for ${payload.owner_name} is being checked, or the release of the plan was stopped within the last 7 days.`,
      payload.because === 'first_hours'
        ? `If ${payload.owner_name} can’t have done this, someone else who can read their email may have.${writeAtOnce(context)}`
        : `If ${payload.owner_name} has died, someone else who can read their email may have done this.${writeAtOnce(context)}`,
      `Otherwise, you don’t need to do anything.`,
    ]),
  ]),
  /** Sent when the waiting period after an approval is over. */
  plan_released: z.discriminatedUnion('recipient', [
    mail(toOwner(stoppable), (payload, context) => [
      'Your plan is open to the people you’ve named',
      `A death certificate for you was approved, and the waiting period is over. Everyone who has accepted your invitation can read your plan now. What each person sees depends on their role.`,
      ...waysToStop(payload, context),
    ]),
    mail(toDesignee(plan), (payload, context) => [
      `${payload.owner_name}’s plan is open`,
      `The waiting period is over. You can read ${payload.owner_name}’s plan now. What you see depends on your role.`,
      funeralFirst,
      memorialLink(payload, context),
      signInForACode,
    ]),
  ]),
  /** Sent when an owner who is alive ends a review, a wait or a release. */
  release_stopped: z.discriminatedUnion('recipient', [
    mail(toOwner({ submitter_name: actorName.nullable() }), ({ submitter_name }, { appOrigin }) => [
      'You stopped the release of your plan',
      `You pressed ${stopButton}. The death certificate is rejected, your plan is closed, and your visibility hold is on.`,
      ...(submitter_name
        ? [
            `${submitter_name} submitted the certificate, and is still among the people you’ve named. If you don’t want that, you can remove them.`,
            { link: `Remove ${submitter_name}`, url: `${appOrigin}/beneficiaries` },
          ]
        : []),
      `Everyone who has accepted your invitation has been told that you’re alive. You can change your plan again.`,
      { link: 'See the current state', url: `${appOrigin}/profile` },
      `If you didn’t press the button, someone else may have access to your email, because sign-in codes are sent to this address. Please secure your email account.`,
    ]),
    mail(toDesignee(plan), (payload, context) => [
      `${payload.owner_name} is alive and stopped the release`,
      `${payload.owner_name} pressed ${stopButton} in Heartwood.`,
      `The death certificate is rejected, and the plan is closed.`,
      `If you’re sure ${payload.owner_name} has died, someone else who can read their email did this.${writeAtOnce(context)} The account can’t be deleted for 7 days.`,
      `Otherwise, you don’t need to do anything.`,
      planLink(payload, context),
    ]),
  ]),
}

/**
 * Words the acting person for the start of a sentence, with the role that the database knows, so that a name alone
 * cannot pose as another person.
 * @param owner how the sentence calls the owner: "you", or their name
 */
function actorAndRole(
  { actor_name, actor_role }: z.output<z.ZodObject<typeof actor>>,
  owner: string,
): string {
  switch (actor_role) {
    case 'administrator':
      return 'The administrator'
    case 'owner':
      return `Someone signed in as ${owner}`
    case null:
      // Without a role the name may be made up, so it is not shown.
      return 'Someone'
    default: {
      const name = cleanName(actor_name, '')
      const named = `${owner} named as ${actor_role}`
      return name ? `${name}, whom ${named},` : `Someone ${named}`
    }
  }
}

/** A sentence, after a space, about how long a review takes; empty if the installation does not say. */
function reviewTakes({ reviewTime }: MailContext): string {
  return reviewTime ? ` A review usually takes ${reviewTime}.` : ''
}

/** What the administrator wrote to the owner and the designees about a rejection. */
function fromReviewer(message: string | null): string[] {
  return message ? [`A note from the person who checked it: “${message}”`] : []
}

/** Whether an approval opens the plan now or later, or leaves it open as its owner had opened it before. */
function opensBy({ release_at, is_open, open_until }: z.output<z.ZodObject<typeof opening>>) {
  if (open_until && open_until >= release_at) return 'before'
  return is_open ? 'now' : 'later'
}

function openFrom(payload: z.output<z.ZodObject<typeof opening>>): string {
  return { before: 'now, as before', now: 'now', later: `from ${weekday(payload.release_at)}` }[
    opensBy(payload)
  ]
}

/** Before when the plan won't open after an objection, if there is such a day. */
function opensLater(
  { opens_at, is_approved }: Pick<z.output<z.ZodObject<typeof objection>>, 'opens_at' | 'is_approved'>,
  plan: string,
): string[] {
  if (!opens_at) return []
  return [
    is_approved
      ? `The certificate had been approved. So that there’s time to look into this, ${plan} won’t open before ${weekday(opens_at)}.`
      : `So that there’s time for it, ${plan} won’t open before ${weekday(opens_at)}, even if the certificate is approved.`,
  ]
}

/**
 * How an owner who is alive stops it: by a link that needs no sign-in, because a sign-in mail may not arrive in time, and by
 * the button of the app. The token of the link is after the #, which browsers do not send.
 */
function waysToStop(
  { submission_id }: z.output<z.ZodObject<typeof stoppable>>,
  { appOrigin, codeKey }: MailContext,
  whatItDoes = closesAtOnce,
): Block[] {
  const byButton = `sign in and press ${stopButton}. ${whereTheButtonIs} ${whatItDoes}`
  const signIn = { link: 'Sign in', url: `${appOrigin}/profile` }
  if (!submission_id) return [`If you’re alive, ${byButton}`, signIn]
  return [
    `If you’re alive, open this link and press the button on its page. You don’t need to sign in. Don’t share this link. It works for 30 days after the certificate was submitted.`,
    {
      link: 'I’m alive: stop this',
      stops: true,
      url: `${appOrigin}/stop#${makeStopToken(codeKey, 'stop-release', submission_id)}`,
    },
    `Or ${byButton}`,
    signIn,
  ]
}
