import { utcDate } from './dates.ts'
import { composeMail } from './layout.ts'
import type { Notice, OutboxMail } from './notice.ts'

/** The words on the button with which an owner stops a release. */
const stopButton = `“I'm alive: stop this”`
const whereTheButtonIs = `You'll find the button at the top of every page once you're signed in.`
const closesAtOnce = `It closes your plan right away and tells everyone who has accepted your invitation.`
const signInForACode = `Sign in with this address. We'll email you a 6-digit code.`

/** Emails about a plan that opens: while its owner lives, or from a death certificate to the release or its end. */
export const releaseMails: Record<string, OutboxMail> = {
  /** Also warns the owner in case another person did this from their account. */
  hold_lifted: ({ people, until, appOrigin }) => {
    const count = people === 1 ? '1 person' : `${people} people`
    return composeMail(people > 0 ? `Your plan is shared with ${count}` : 'Your plan is no longer private', [
      `You signed in to Heartwood and turned off the visibility hold on your plan.`,
      people > 0
        ? `${count} you've named can see your plan now, each as far as their role allows. So can anyone who accepts your invitation while the hold is off.`
        : `None of the people you've named has accepted yet, so no one can see your plan now. Anyone who accepts while the hold is off will see it right away.`,
      until
        ? `Your plan will be private again on ${utcDate(until)}, automatically. You can make it private sooner.`
        : `Your plan will stay shared until you make it private again.`,
      { link: 'See who can see your plan', url: `${appOrigin}/who-can-see-my-plan` },
      `If it wasn't you, sign in and make your plan private again. Someone else may have access to your email, because sign-in codes are sent to this address. Please secure your email account.`,
    ])
  },
  certificate_submitted: {
    owner: ({ actorAndRole, stopUrl, reviewTime, appOrigin }) =>
      composeMail('A death certificate was submitted for you', [
        `${actorAndRole} submitted a death certificate for you in Heartwood.`,
        ...stopLink(stopUrl),
        `If you're alive, sign in and press ${stopButton}. ${whereTheButtonIs} It rejects the certificate, closes your plan and tells everyone who has accepted your invitation.`,
        signInLink(appOrigin),
        { heading: 'What happens next' },
        `Someone on our team will check the certificate.${reviewTime} Nothing opens until then. If it's approved, we'll email you again, and your plan will open after any waiting period you've chosen. You can stop it at any time, even then.`,
        `Everyone who has accepted your invitation has been told too. We always email you right away, so this can't happen without you knowing.`,
      ]),
    designee: ({ owner, actorAndRole, memorialUrl, reviewTime }) =>
      composeMail(`A death certificate was submitted for ${owner}`, [
        `${actorAndRole} submitted a death certificate for ${owner} in Heartwood.`,
        `Someone on our team will check it.${reviewTime} We'll email you when there's a decision. You don't need to do anything until then.`,
        { link: 'See where the review stands', url: memorialUrl },
        `${askOwnerToStop(owner)} We've emailed ${owner} as well.`,
      ]),
  },
  certificate_approved: {
    owner: (notice) =>
      composeMail('The death certificate submitted for you was approved', [
        `The death certificate submitted for you has been checked and approved. Our records now show that you have died.`,
        `If you're alive, sign in and press ${stopButton}. ${whereTheButtonIs} ${closesAtOnce}`,
        ...stopLink(notice.stopUrl),
        signInLink(notice.appOrigin),
        { heading: 'What happens next' },
        `Everyone who has accepted your invitation can read your plan ${openFrom(notice)}, each as far as their role allows. You can stop this at any time, before the plan opens or after. Until you do, no one can change the plan, including you.`,
      ]),
    designee: (notice) =>
      composeMail(`${notice.owner}'s death has been verified`, [
        `We're so sorry that ${notice.owner} has died. We've checked and approved the death certificate.`,
        `You can read ${notice.owner}'s plan, as far as your role allows, ${openFrom(notice)}. There's no hurry.`,
        memorialLink(notice),
        signInForACode,
        askOwnerToStop(notice.owner),
      ]),
  },
  /** Also sent when an approval is taken back. */
  certificate_rejected: {
    owner: ({ takenBack, message, appOrigin, canReply }) =>
      composeMail('The death certificate submitted for you was rejected', [
        takenBack === 'approved'
          ? `We've taken back our approval of the death certificate submitted for you: it shouldn't have been approved. Your plan is private again, and you can change it again. Your access history shows who had looked at what by then.`
          : `The death certificate submitted for you has been checked and rejected. It doesn't open your plan.`,
        ...fromReviewer(message),
        ...questions(canReply),
        `You don't need to do anything. Everyone who has accepted your invitation has been told.`,
        `If another certificate is submitted, we'll email you right away. If you're alive, sign in then and press ${stopButton}. ${whereTheButtonIs}`,
        { link: 'See the current state', url: `${appOrigin}/profile` },
      ]),
    designee: (notice) =>
      composeMail(`The death certificate for ${notice.owner} was rejected`, [
        notice.takenBack === 'approved'
          ? `We told you that ${notice.owner}'s death had been verified. We've taken that back: the death certificate shouldn't have been approved. We're sorry. ${notice.owner}'s plan is closed.`
          : `The death certificate submitted for ${notice.owner} has been checked and rejected. It doesn't open ${notice.owner}'s plan.`,
        ...(notice.message
          ? fromReviewer(notice.message)
          : [`There may be a simple reason, such as a missing or unreadable page.`]),
        `If ${notice.owner} has died, another certificate can be submitted on the memorial page.`,
        ...questions(notice.canReply),
        memorialLink(notice),
      ]),
  },
  /** Sent when the administrator takes back an approval or a rejection: the certificate is reviewed again. */
  decision_taken_back: {
    owner: ({ takenBack, stopUrl, reviewTime, appOrigin }) =>
      composeMail('The death certificate submitted for you is being checked again', [
        takenBack === 'approved'
          ? `The death certificate submitted for you shouldn't have been approved yet. We've taken back the approval, and your plan is closed again.`
          : `We rejected the death certificate submitted for you. We've now taken back that decision.`,
        `Someone on our team is checking the certificate again.${reviewTime} If you're alive, sign in and press ${stopButton}. ${whereTheButtonIs} ${closesAtOnce}`,
        ...stopLink(stopUrl),
        signInLink(appOrigin),
      ]),
    designee: (notice) =>
      composeMail(`The death certificate for ${notice.owner} is being checked again`, [
        notice.takenBack === 'approved'
          ? `We told you that ${notice.owner}'s death had been verified. We've taken that back: the death certificate shouldn't have been approved yet. We're sorry. The plan is closed for now.`
          : `We told you that the death certificate for ${notice.owner} was rejected. We've taken that back, and we're sorry.`,
        `Someone on our team is checking the certificate again.${notice.reviewTime} We'll email you when there's a decision. You don't need to do anything until then.`,
        memorialLink(notice),
        askOwnerToStop(notice.owner),
      ]),
  },
  /** Sent when a person is removed or revoked during a review, or within seven days after an owner's stop. */
  person_removed: {
    owner: ({ actor, appOrigin }) =>
      composeMail(`${actor} can no longer see your plan`, [
        `${actor} was removed from the people you've named. While a death certificate is being checked, and for 7 days after you stop a release, we tell everyone who has accepted your invitation when that happens.`,
        `If it wasn't you, sign in. Once you've stopped the release, you'll find what was removed in your settings, and you can bring it back.`,
        { link: 'Open your settings', url: `${appOrigin}/settings` },
      ]),
    designee: (notice) =>
      composeMail(
        notice.isRemoved
          ? `You can no longer see ${notice.owner}'s plan`
          : `${notice.actor} can no longer see ${notice.owner}'s plan`,
        [
          notice.isRemoved
            ? `You're no longer one of the people ${notice.owner} has named in Heartwood.`
            : `${notice.actor} is no longer one of the people ${notice.owner} has named in Heartwood.`,
          `We're telling you because a death certificate for ${notice.owner} is being checked, or the release of the plan was stopped within the last 7 days.`,
          `If ${notice.owner} has died, someone else with access to ${notice.owner}'s email may have done this.${notice.writeAtOnce}`,
          `Otherwise, you don't need to do anything.`,
        ],
      ),
  },
  /** Sent when the waiting period after an approval is over. */
  plan_released: {
    owner: ({ stopUrl, appOrigin }) =>
      composeMail("Your plan is open to the people you've named", [
        `A death certificate for you was approved, and the waiting period is over. Everyone who has accepted your invitation can read your plan now, each as far as their role allows.`,
        `If you're alive, sign in and press ${stopButton}. ${whereTheButtonIs} ${closesAtOnce}`,
        ...stopLink(stopUrl),
        signInLink(appOrigin),
      ]),
    designee: (notice) =>
      composeMail(`${notice.owner}'s plan is open`, [
        `The waiting period ${notice.owner} chose is over. You can read ${notice.owner}'s plan now, as far as your role allows. There's no hurry: it will stay open.`,
        memorialLink(notice),
        signInForACode,
        askOwnerToStop(notice.owner),
      ]),
  },
  /** Sent when an owner who is alive ends a review, a wait or a release. */
  release_stopped: {
    owner: ({ appOrigin }) =>
      composeMail('You stopped the release of your plan', [
        `You pressed ${stopButton}. The death certificate is rejected, your plan is closed, and your visibility hold is on.`,
        `Everyone who has accepted your invitation has been told that you're alive. You can change your plan again.`,
        { link: 'See the current state', url: `${appOrigin}/profile` },
        `If you didn't press the button, someone else may have access to your email, because sign-in codes are sent to this address. Please secure your email account.`,
      ]),
    designee: (notice) =>
      composeMail(`${notice.owner} is alive and stopped the release`, [
        `${notice.owner} pressed ${stopButton} in Heartwood.`,
        `The death certificate is rejected, and ${notice.owner}'s plan is closed.`,
        `If you're sure ${notice.owner} has died, someone else with access to ${notice.owner}'s email did this.${notice.writeAtOnce} The account can't be deleted for 7 days.`,
        `Otherwise, you don't need to do anything.`,
        memorialLink(notice),
      ]),
  },
}

/** What the administrator wrote to the owner and the designees about a rejection. */
function fromReviewer(message: string | null): string[] {
  return message ? [`A note from the person who checked it: “${message}”`] : []
}

/** How to reach a person. */
function questions(canReply: boolean): string[] {
  return canReply ? ['Questions? Just reply to this email, and someone will answer.'] : []
}

function openFrom({ releaseAt, openUntil }: Notice): string {
  // The owner had opened it before.
  if (openUntil && releaseAt && openUntil >= releaseAt) return 'now, as before'
  return releaseAt ? `from ${utcDate(releaseAt)}` : 'once the waiting period is over'
}

function askOwnerToStop(owner: string): string {
  return `If you know that ${owner} is alive, please ask them to sign in to Heartwood and press ${stopButton}.`
}

/** Needs no sign-in, because a sign-in mail may not arrive in time. */
function stopLink(url: string | null) {
  if (!url) return []
  return [
    `If you're alive, open this link and press the button on its page. You don't need to sign in. Don't share this link. It works for 30 days after the certificate was submitted.`,
    { link: "I'm alive: stop this", url },
  ]
}

function signInLink(appOrigin: string) {
  return { link: 'Sign in', url: `${appOrigin}/profile` }
}

function memorialLink({ memorialUrl }: Notice) {
  return { link: 'Go to the memorial page', url: memorialUrl }
}
