import type { z } from 'zod'
import type { outboxMails } from './outbox.ts'
import type { sealedMails } from './sealed.ts'

/** The kinds of email about a plan or an account that the database queues. */
export type Kind = Exclude<keyof typeof outboxMails, keyof typeof sealedMails>
/** For whom a kind has words. */
export type RecipientOf<K extends Kind> = z.input<(typeof outboxMails)[K]>['recipient']

/**
 * What is known of the owner of the plan when an email is queued: nothing (`living`); a death certificate is being checked
 * (`under_review`); the death is verified, and the plan waits or is open (`waiting`, `released`); or the owner stopped the
 * last certificate (`stopped`).
 */
export const planStates = ['living', 'under_review', 'waiting', 'released', 'stopped'] as const
export type PlanState = (typeof planStates)[number]

export interface Occasion {
  /** What has happened, after "Sent when". */
  when: string
  /** In which states of the plan it can be queued. */
  states: readonly PlanState[]
}

const always = planStates
/** No death is under review or verified. */
const quiet = ['living', 'stopped'] as const
/** No death is verified. */
const unverified = ['living', 'under_review', 'stopped'] as const
/** The plan is not released: from then on it tells more than the first hours. */
const unreleased = ['living', 'under_review', 'waiting', 'stopped'] as const
/** The owner may not be able to act. */
const lookedAfter = ['under_review', 'waiting', 'released'] as const
const verified = ['waiting', 'released'] as const

/**
 * To whom each kind of email goes, when, and in which states of the plan. docs/emails.md is made from it, and tests hold the
 * words and the database to it: an email that reaches its reader in another state would say something untrue.
 */
export const occasions: { [K in Kind]: { [R in RecipientOf<K>]: Occasion } } = {
  invitation_accepted: {
    owner: { when: 'a person accepted the invitation', states: unverified },
    designee: { when: 'another person accepted: to trustees and executors', states: verified },
  },
  invitation_declined: {
    owner: { when: 'a person declined the invitation', states: unverified },
    designee: { when: 'another person declined: to trustees and executors', states: verified },
  },
  you_accepted: { designee: { when: 'they accepted, to keep', states: always } },
  you_declined: { designee: { when: 'they declined', states: always } },
  role_changed: { designee: { when: 'the owner gave them another role', states: quiet } },
  stepped_down: {
    owner: { when: 'a person stepped down', states: unverified },
    designee: { when: 'another person stepped down: to trustees and executors', states: lookedAfter },
  },
  designee_left: {
    owner: { when: 'a person named deleted their account', states: unverified },
    designee: {
      when: 'another person deleted their account: to trustees and executors',
      states: verified,
    },
  },
  mail_refused: {
    owner: { when: 'our email doesn’t reach a person named', states: unverified },
    designee: {
      when: 'our email doesn’t reach another person: to trustees and executors',
      states: lookedAfter,
    },
    operator: { when: 'our email doesn’t reach a person named by someone who has died', states: verified },
  },
  invited_after_death: {
    invited: { when: 'the death was verified before they answered their invitation', states: verified },
  },
  invited_by_mistake: {
    invited: { when: 'that turned out to be wrong', states: ['living', 'under_review', 'stopped'] },
  },
  hold_lifted: { owner: { when: 'they turned off their visibility hold', states: unverified } },
  certificate_submitted: {
    owner: { when: 'a death certificate was submitted', states: ['under_review'] },
    designee: { when: 'a death certificate was submitted', states: ['under_review'] },
  },
  certificate_objected: {
    owner: {
      when: 'someone said that something is wrong with a certificate',
      states: ['under_review', 'waiting'],
    },
    designee: {
      when: 'they or another person said that something is wrong with a certificate',
      states: ['under_review', 'waiting'],
    },
    operator: {
      when: 'someone said that something is wrong with a certificate',
      states: ['under_review', 'waiting'],
    },
  },
  certificate_needs_another: {
    owner: {
      when: 'another photo of the certificate is needed, and theirs came from this account',
      states: ['living'],
    },
    designee: {
      when: 'another photo of the certificate is needed: to who submitted it, and to executors',
      states: ['living'],
    },
  },
  certificate_approved: {
    owner: { when: 'the death was verified', states: verified },
    designee: { when: 'the death was verified', states: verified },
  },
  certificate_rejected: {
    owner: { when: 'a certificate was rejected, or its approval taken back', states: ['living'] },
    designee: { when: 'a certificate was rejected, or its approval taken back', states: ['living'] },
  },
  decision_taken_back: {
    owner: { when: 'a decision was taken back: the certificate is checked again', states: ['under_review'] },
    designee: {
      when: 'a decision was taken back: the certificate is checked again',
      states: ['under_review'],
    },
  },
  person_removed: {
    owner: {
      when: 'a person was removed during a review, an opening, or within 7 days after',
      states: unverified,
    },
    designee: {
      when: 'they or another person were removed during a review, an opening, or within 7 days after',
      states: unverified,
    },
  },
  plan_released: {
    owner: { when: 'the waiting period is over', states: ['released'] },
    designee: { when: 'the waiting period is over', states: ['released'] },
  },
  release_stopped: {
    owner: { when: 'they stopped a release', states: ['stopped'] },
    designee: { when: 'the owner stopped a release', states: ['stopped'] },
  },
  first_hours_opened: {
    owner: { when: 'someone opened the first hours, or asked to', states: unreleased },
    designee: { when: 'someone of the circle opened the first hours, or asked to', states: unreleased },
  },
  first_hours_prolonged: {
    owner: { when: 'someone kept the first hours open', states: unreleased },
    designee: { when: 'someone of the circle kept them open', states: unreleased },
  },
  // The owner's stop closes them before it ends the release.
  first_hours_closed: {
    owner: { when: 'the first hours were closed, or their time ended', states: always },
    designee: { when: 'the first hours were closed, or their time ended', states: always },
  },
  first_hours_untold: {
    designee: { when: 'our email about the first hours was refused for another person', states: unreleased },
  },
  first_hours_joined: {
    owner: { when: 'they chose a person for the first hours', states: unverified },
    designee: { when: 'the owner chose them or another for the first hours', states: unverified },
  },
  message_due: { designee: { when: 'the day of a message for them has come', states: ['released'] } },
  review_reminder: { owner: { when: 'it’s time to review the plan', states: quiet } },
  address_check: {
    designee: {
      when: 'a year has passed since their address was confirmed, or the owner asks',
      states: quiet,
    },
  },
  practice: { designee: { when: 'the owner asks them to practice', states: unverified } },
  trial_ending: { owner: { when: 'the free trial ends soon', states: unverified } },
  year_on: { designee: { when: 'a year after the death was verified: to executors', states: ['released'] } },
  card_used: {
    owner: { when: 'someone used their card', states: unverified },
    designee: { when: 'someone used the owner’s card', states: unverified },
    invited: { when: 'someone used the card, and no one has accepted yet', states: unverified },
  },
  card_stopped: {
    designee: { when: 'the card was ended after it was used', states: unverified },
    invited: { when: 'the card was ended after it was used', states: unverified },
  },
  card_reported: { operator: { when: 'someone used a card', states: unverified } },
  browser_signed_in: { owner: { when: 'a browser that is new to the account signed in', states: always } },
  email_changed: {
    owner: { when: 'the address of the account was changed: to the old address', states: unverified },
  },
  owner_email_changed: {
    designee: {
      when: 'the owner changed their address during a review or an opening, or within 7 days after',
      states: unverified,
    },
  },
  account_deleted: { owner: { when: 'they deleted their account', states: quiet } },
  plan_deleted: { designee: { when: 'the account was deleted or closed', states: ['living', 'released'] } },
  account_closing: {
    designee: { when: 'the operator will close the account at the family’s wish', states: ['released'] },
  },
  account_kept: { designee: { when: 'that was taken back', states: ['released'] } },
  certificates_waiting: {
    operator: { when: 'a certificate waits for a decision, once a day', states: always },
  },
  standing_still: { operator: { when: 'something stopped working, once a day', states: always } },
  service_invitation: { guest: { when: 'the family invited them', states: ['released'] } },
  service_reminder: {
    guest: { when: 'they haven’t answered, and the family asks once more', states: ['released'] },
  },
  service_changed: { guest: { when: 'when or where changed', states: ['released'] } },
  service_called_off: { guest: { when: 'the service was called off', states: ['released'] } },
  // Guests are written to one after the other, and the next certificate may be approved meanwhile.
  service_mistaken: { guest: { when: 'the death turned out to be a mistake', states: always } },
}
