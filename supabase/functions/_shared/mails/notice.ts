import { z } from 'zod'
import { makeGuestToken } from '../guest-link.ts'
import type { MailContent } from '../mail.ts'
import { makeStopToken } from '../stop-link.ts'
import type { Sender } from './layout.ts'
import { cleanName, oneLine } from './names.ts'
import { roleSchema, roleWords } from './roles.ts'
import { readService, serviceSchema } from './service-facts.ts'

/** How one kind of mail is worded: one wording for all recipients, or one for the owner and one for designees. */
export type OutboxMail = Wording | Record<'owner' | 'designee', Wording>
type Wording = (notice: Notice) => MailContent

const date = z.iso
  .datetime({ offset: true })
  .nullish()
  .transform((text) => (text ? new Date(text) : null))

const payloadSchema = z.object({
  recipient: z.enum(['owner', 'designee', 'operator', 'guest']),
  owner_name: z.string().nullish(),
  owner_id: z.guid().nullish(),
  submission_id: z.guid().nullish(),
  report_id: z.guid().nullish(),
  report: z.enum(['death', 'reach']).nullish(),
  reporter_name: z.string().max(120).nullish(),
  reporter_contact: z.string().max(254).nullish(),
  actor_name: z.string().nullish(),
  actor_role: z.enum(['owner', 'administrator', ...roleSchema.options]).nullish(),
  role: roleSchema.nullish(),
  release_at: date,
  people: z.int().nonnegative().nullish(),
  taken_back: z.enum(['approved', 'rejected']).nullish(),
  message: z.string().max(1000).nullish(),
  open_until: date,
  waiting: z.int().positive().nullish(),
  waiting_since: date,
  lines: z.array(z.string().max(500)).nullish(),
  is_removed: z.boolean().nullish(),
  until: date,
  practice_id: z.guid().nullish(),
  plan_reviewed_at: date,
  months: z.int().positive().nullish(),
  other_owners: z.int().min(0).nullish(),
  browser: z.string().max(60).nullish(),
  signed_in_at: date,
  ...serviceSchema,
})

type Payload = z.infer<typeof payloadSchema>

/** What the mails of an installation need besides their payload. */
export interface MailContext extends Sender {
  /** CODE_HMAC_KEY, which signs the link that stops a release. */
  codeKey: string
  /** The keys that a sealed mail may have been sealed under. */
  codeKeys: readonly string[]
  /** How long a review usually takes: "2 business days". */
  reviewTime?: string | undefined
}

/** What a mail of the outbox is about. Names are clean and never empty. */
export type Notice = ReturnType<typeof readNotice>

/**
 * Reads the payload of a mail in the outbox.
 * @throws z.ZodError when the payload has another shape
 */
export function readNotice(payload: unknown, { appOrigin, codeKey, supportEmail, reviewTime }: MailContext) {
  const read = payloadSchema.parse(payload)
  const owner = cleanName(read.owner_name, 'A loved one')
  return {
    recipient: read.recipient,
    owner,
    /** The name that the owner gave the acting person. It proves nothing, as the owner can type any name. */
    actor: cleanName(read.actor_name, 'Someone'),
    actorAndRole: actorAndRole(read, owner),
    /** The designee's role with its article, or "one of the people named". */
    aDesignee: read.role ? roleWords[read.role].withArticle : 'one of the people named',
    releaseAt: read.release_at,
    /** The decision that is taken back, if any. */
    takenBack: read.taken_back ?? null,
    /** What the administrator tells the owner and the designees, in the administrator's words. */
    message: read.message ?? null,
    /** Until when a plan that was open before the approval stays open. */
    openUntil: read.open_until,
    /** For the operator: how many certificates wait, and since when the oldest does. */
    waiting: read.waiting ?? 1,
    waitingSince: read.waiting_since,
    /** For the operator: the lines of admin.health that are not well. */
    lines: read.lines ?? [],
    /** Whether the recipient is the designee who was removed. */
    isRemoved: read.is_removed ?? false,
    /** How many people can see the plan after a hold is lifted. */
    people: read.people ?? 0,
    /**
     * When a lifted hold returns (null: when the owner sets it again), when the free trial ends, or when a new browser may
     * do everything.
     */
    until: read.until,
    /** When the owner last confirmed the plan, and how many months pass between reminders. */
    planReviewedAt: read.plan_reviewed_at,
    months: read.months ?? 6,
    /** How many other owners have named the recipient. */
    otherOwners: read.other_owners ?? 0,
    /** For a guest of the service: their name, and when and where it is. */
    ...readService(read),
    /** The guest's own page. The token is after the #, which browsers do not send. Without a guest it leads nowhere. */
    guestUrl: `${appOrigin}/service#${read.guest_id ? makeGuestToken(codeKey, read.guest_id) : ''}`,
    /** The designee's page about this owner. */
    memorialUrl: `${appOrigin}/${read.owner_id ? `memorial/${read.owner_id}` : 'invites'}`,
    /** The designee's page of a practice. */
    practiceUrl: `${appOrigin}/${read.practice_id ? `practice/${read.practice_id}` : 'invites'}`,
    /** The page that stops the release without signing in. The token is after the #, which browsers do not send. */
    stopUrl: read.submission_id
      ? `${appOrigin}/stop#${makeStopToken(codeKey, 'stop-release', read.submission_id)}`
      : null,
    /** What the holder of a card reported: that the owner has died, or that they want to be called back. */
    report: read.report ?? 'death',
    /** Who reported it; null where the recipient is not to know. Made up by the holder of the card. */
    reporter: read.reporter_contact
      ? { name: cleanName(read.reporter_name, 'Someone'), contact: oneLine(read.reporter_contact) }
      : null,
    /** The page that ends the card without signing in; null for everyone but the owner. */
    stopCardUrl: read.report_id
      ? `${appOrigin}/stop-card#${makeStopToken(codeKey, 'stop-card', read.report_id)}`
      : null,
    /** The kind of a new browser, if it tells, and when it signed in. */
    browser: read.browser ?? null,
    signedInAt: read.signed_in_at,
    /** Where a person signs out everywhere. */
    profileUrl: `${appOrigin}/profile`,
    appOrigin,
    /** Whether a person reads the replies to mails. */
    canReply: Boolean(supportEmail),
    /** Asks for a reply, after a space; empty if no person reads replies. */
    writeAtOnce: supportEmail ? ' Please write to us right away by replying to this email.' : '',
    /** A sentence, after a space, about how long a review takes; empty if the installation does not say. */
    reviewTime: reviewTime ? ` A review usually takes ${reviewTime}.` : '',
  }
}

/**
 * Words the acting person for the start of a sentence, with the role that the database knows, so that a name alone
 * cannot pose as another person.
 */
function actorAndRole({ recipient, actor_name, actor_role }: Payload, owner: string): string {
  switch (actor_role) {
    case 'administrator':
      return 'The administrator'
    case 'owner':
      return recipient === 'owner' ? 'Someone signed in as you' : `Someone signed in as ${owner}`
    case null:
    case undefined:
      // Without a role the name may be made up, so it is not shown.
      return 'Someone'
    default: {
      const name = cleanName(actor_name, '')
      const named = `${recipient === 'owner' ? 'you' : owner} named as ${actor_role}`
      return name ? `${name}, whom ${named},` : `Someone ${named}`
    }
  }
}
