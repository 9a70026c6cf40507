import { utcDate } from './dates.ts'
import { composeMail } from './layout.ts'
import type { Notice, OutboxMail } from './notice.ts'

/** The words on the button with which an owner stops a release. */
const stopButton = '"I\'m alive: stop this"'
const whereTheButtonIs = `The button stands at the top of every page once you are signed in.`
const closesAtOnce = `It closes your plan at once and tells everybody you named.`
const signInForACode = `Sign in with this address; we send you a 6-digit code for it.`

/** Mails about a plan that opens: while its owner lives, or from a death certificate to the release or its end. */
export const releaseMails: Record<string, OutboxMail> = {
  /** Also warns the owner in case another person did this from their account. */
  hold_lifted: ({ people, until, appOrigin }) => {
    const count = people === 1 ? '1 person' : `${people} people`
    return composeMail(people > 0 ? `Your plan is open to ${count}` : 'Your plan is no longer hidden', [
      `You signed in to Heartwood and switched the visibility hold of your plan off.`,
      people > 0
        ? `${count} whom you named can see your plan now, each as far as their role allows. So can whoever accepts an invitation of yours while the hold is off.`
        : `Nobody you named has accepted an invitation yet, so nobody can see your plan now. Whoever accepts one while the hold is off sees it at once.`,
      until
        ? `Your plan is hidden again on ${utcDate(until)}, by itself. You can hide it earlier.`
        : `Your plan stays open until you hide it again.`,
      { link: 'See who can see your plan', url: `${appOrigin}/who-can-see-my-plan` },
      `If it was not you, sign in and hide your plan again. Somebody else can then read your mail: sign-in codes are sent to this address. Please secure your mailbox.`,
    ])
  },
  certificate_submitted: {
    owner: ({ actorAndRole, stopUrl, reviewTime, appOrigin }) =>
      composeMail('A death certificate was submitted for you', [
        `${actorAndRole} submitted a death certificate for you in Heartwood.`,
        ...stopLink(stopUrl),
        `If you are alive, sign in and press ${stopButton}. ${whereTheButtonIs} It rejects the certificate, closes your plan and tells everybody you named.`,
        signInLink(appOrigin),
        { heading: 'What happens next' },
        `A person checks the certificate.${reviewTime} Nothing opens on account of it before that. If it is approved, we write to you again, and your plan opens after the waiting period you chose. You can stop it at any time, even then.`,
        `The people you named have been told too. We always write to you at once, so that this cannot happen behind your back.`,
      ]),
    designee: ({ owner, actorAndRole, memorialUrl, reviewTime }) =>
      composeMail(`A death certificate was submitted for ${owner}`, [
        `${actorAndRole} submitted a death certificate for ${owner} in Heartwood.`,
        `A person now checks it.${reviewTime} We'll email you when there's a decision. There is nothing you need to do until then.`,
        { link: 'See the state of the review', url: memorialUrl },
        `${askOwnerToStop(owner)} We have written to ${owner} as well.`,
      ]),
  },
  certificate_approved: {
    owner: (notice) =>
      composeMail('The death certificate submitted for you was approved', [
        `The death certificate that was submitted for you has been checked and approved. Heartwood now takes it that you have died.`,
        `If you are alive, sign in and press ${stopButton}. ${whereTheButtonIs} ${closesAtOnce}`,
        ...stopLink(notice.stopUrl),
        signInLink(notice.appOrigin),
        { heading: 'What happens next' },
        `The people you named can read your plan ${openFrom(notice)}. You can stop it before that day and after it. Until you do, nobody can change the plan, and neither can you.`,
      ]),
    designee: (notice) =>
      composeMail(`The death of ${notice.owner} has been verified`, [
        `The death certificate for ${notice.owner} has been checked and approved. We are sorry.`,
        `You can read the plan that ${notice.owner} left, as far as your role allows, ${openFrom(notice)}. There is no hurry.`,
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
          ? `The approval of the death certificate that was submitted for you has been taken back: it should not have been approved. Your plan is hidden again, and you can change it again. Your access history shows who had looked at what by then.`
          : `The death certificate that was submitted for you has been checked and rejected. Your plan does not open on account of it.`,
        ...fromReviewer(message),
        ...questions(canReply),
        `There is nothing you need to do. The people you named have been told.`,
        `Should another certificate be submitted, we write to you at once. If you are alive then, sign in and press ${stopButton}. ${whereTheButtonIs}`,
        { link: 'See where things stand', url: `${appOrigin}/profile` },
      ]),
    designee: (notice) =>
      composeMail(`The death certificate for ${notice.owner} was rejected`, [
        notice.takenBack === 'approved'
          ? `We wrote to you that the death of ${notice.owner} had been verified. That has been taken back: the death certificate should not have been approved. We are sorry. The plan of ${notice.owner} is closed.`
          : `The death certificate that was submitted for ${notice.owner} has been checked and rejected. The plan of ${notice.owner} does not open on account of it.`,
        ...(notice.message
          ? fromReviewer(notice.message)
          : [`This can have a simple reason, such as a page that is missing or cannot be read.`]),
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
          ? `The death certificate that was submitted for you should not have been approved. The approval has been taken back, and your plan is closed again.`
          : `The death certificate that was submitted for you was rejected. That decision has been taken back.`,
        `A person is checking the certificate again.${reviewTime} If you're alive, sign in and press ${stopButton}. ${whereTheButtonIs} ${closesAtOnce}`,
        ...stopLink(stopUrl),
        signInLink(appOrigin),
      ]),
    designee: (notice) =>
      composeMail(`The death certificate for ${notice.owner} is being checked again`, [
        notice.takenBack === 'approved'
          ? `We wrote to you that the death of ${notice.owner} had been verified. That has been taken back: the death certificate should not have been approved yet. We are sorry. The plan is closed for now.`
          : `We wrote to you that the death certificate for ${notice.owner} was rejected. That has been taken back, and we are sorry.`,
        `A person is checking the certificate again.${notice.reviewTime} There is nothing you need to do; we write to you as soon as it is decided.`,
        memorialLink(notice),
        askOwnerToStop(notice.owner),
      ]),
  },
  /** Sent when a person is removed or revoked during a review, or within seven days after an owner's stop. */
  person_removed: {
    owner: ({ actor, appOrigin }) =>
      composeMail(`${actor} can no longer see your plan`, [
        `${actor} was removed from the people who may see your plan. While a death certificate is being checked, and for 7 days after you stop a release, we tell everyone you named when that happens.`,
        `If it wasn't you, sign in. Once you've stopped the release, your settings list what was removed, and you can bring it back.`,
        { link: 'Open your settings', url: `${appOrigin}/settings` },
      ]),
    designee: (notice) =>
      composeMail(
        notice.isRemoved
          ? `You can no longer see the plan of ${notice.owner}`
          : `${notice.actor} can no longer see the plan of ${notice.owner}`,
        [
          notice.isRemoved
            ? `You are no longer one of the people ${notice.owner} named in Heartwood.`
            : `${notice.actor} is no longer one of the people ${notice.owner} named in Heartwood.`,
          `We're telling you because a death certificate for ${notice.owner} is being checked, or the release of the plan was stopped within the last 7 days.`,
          `Are you sure that ${notice.owner} has died? Then a person who can read ${notice.owner}'s email may have done this.${notice.writeAtOnce}`,
          `Otherwise there is nothing you need to do.`,
        ],
      ),
  },
  /** Sent when the waiting period after an approval is over. */
  plan_released: {
    owner: ({ stopUrl, appOrigin }) =>
      composeMail('Your plan is open to the people you named', [
        `The waiting period after your death certificate was approved is over. The people you named can read your plan now, each as far as their role allows.`,
        `If you are alive, sign in and press ${stopButton}. ${whereTheButtonIs} ${closesAtOnce}`,
        ...stopLink(stopUrl),
        signInLink(appOrigin),
      ]),
    designee: (notice) =>
      composeMail(`The plan of ${notice.owner} is open`, [
        `The waiting period that ${notice.owner} chose is over. You can read the plan that ${notice.owner} left, as far as your role allows. There is no hurry: it stays open.`,
        memorialLink(notice),
        signInForACode,
        askOwnerToStop(notice.owner),
      ]),
  },
  /** Sent when an owner who is alive ends a review, a wait or a release. */
  release_stopped: {
    owner: ({ appOrigin }) =>
      composeMail('You stopped the release of your plan', [
        `You signed in and pressed ${stopButton}. The death certificate is rejected, your plan is closed, and your visibility hold is on.`,
        `The people you named have been told that you are alive. You can change your plan again.`,
        { link: 'See where things stand', url: `${appOrigin}/profile` },
        `If it was not you who pressed the button, somebody else can read your mail: sign-in codes are sent to this address. Please secure your mailbox.`,
      ]),
    designee: (notice) =>
      composeMail(`${notice.owner} is alive and stopped the release`, [
        `${notice.owner} signed in to Heartwood and pressed ${stopButton}.`,
        `The death certificate is rejected and the plan of ${notice.owner} is closed again.`,
        `Are you sure that ${notice.owner} has died? Then someone else who can read ${notice.owner}'s email did this.${notice.writeAtOnce} For 7 days the account can't be deleted.`,
        `Otherwise there is nothing you need to do.`,
        memorialLink(notice),
      ]),
  },
}

/** What the administrator wrote to the owner and the designees about a rejection. */
function fromReviewer(message: string | null): string[] {
  return message ? [`The person who checked it writes: “${message}”`] : []
}

/** How to reach a person. */
function questions(canReply: boolean): string[] {
  return canReply ? ['Questions? Reply to this email, and a person will answer.'] : []
}

function openFrom({ releaseAt, openUntil }: Notice): string {
  // The owner had opened it before.
  if (openUntil && releaseAt && openUntil >= releaseAt) return 'now, as before'
  return releaseAt ? `from ${utcDate(releaseAt)}` : 'once the waiting period is over'
}

function askOwnerToStop(owner: string): string {
  return `If you know that ${owner} is alive, please ask ${owner} to sign in to Heartwood and press ${stopButton}.`
}

/** Needs no sign-in, because a sign-in mail may not arrive in time. */
function stopLink(url: string | null) {
  if (!url) return []
  return [
    `If you're alive, open this link and press the button on its page. You don't need to sign in. Keep this link to yourself: it works for 30 days after the certificate was submitted.`,
    { link: "I'm alive: stop this", url },
  ]
}

function signInLink(appOrigin: string) {
  return { link: 'Sign in', url: `${appOrigin}/profile` }
}

function memorialLink({ memorialUrl }: Notice) {
  return { link: 'Go to the memorial page', url: memorialUrl }
}
