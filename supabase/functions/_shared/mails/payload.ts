import { z } from 'zod'
import type { MailContent } from '../mail.ts'
import { type Block, composeMail, type Sender, withFooter } from './layout.ts'
import { cleanName } from './names.ts'
import { roleSchema, roleWords } from './roles.ts'

/** What the mails of an installation need besides their payload. */
export interface MailContext extends Sender {
  /** CODE_HMAC_KEY, which signs the links that stop a release, the first hours or a card, and those of guests. */
  codeKey: string
  /** The keys that a sealed mail may have been sealed under. */
  codeKeys: readonly string[]
  /** How long a review usually takes: "2 business days". */
  reviewTime?: string | undefined
}

/** What a mail says. */
export type Words = [subject: string, ...Block[]]

/** Words a mail whose payload was read. */
export type Letter = (context: MailContext) => MailContent

/** Whom a mail is for. Those who have no account, or whom an owner named, are told whose plan it is about. */
type Addressed =
  | { recipient: 'owner' | 'operator' }
  | { recipient: 'designee' | 'invited' | 'guest'; owner_name: string }

/** Whose plan it is about. */
export const ownerName = z.nullable(z.string()).transform((name) => cleanName(name, 'A loved one'))
/** The name that the owner gave the acting person. It proves nothing, as the owner can type any name. */
export const actorName = z.string().transform((name) => cleanName(name, 'Someone'))
/** The designee's role with its article. */
export const aDesignee = roleSchema.transform((role) => roleWords[role].withArticle)
/** Why the people who can tell are told of something: a certificate is checked or was stopped lately, or the first hours. */
export const because = z.enum(['certificate', 'first_hours'])
export const date = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** The payload of a mail to the owner of a plan, or another holder of an account. */
export const toOwner = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, recipient: z.literal('owner') })

/** The payload of a mail to a person who accepted an owner's invitation. */
export const toDesignee = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, recipient: z.literal('designee'), owner_name: ownerName })

/** To a person who has not accepted an invitation, or was removed: such a reader gets no link to the plan. */
export const toInvited = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, recipient: z.literal('invited'), owner_name: ownerName })

/**
 * Describes a kind of mail for one recipient.
 * @param payload what the database has to give
 * @param word writes the mail from it. The same payload always gives the same mail, because the provider refuses a retry
 *   under the same idempotency key with other content
 * @returns a schema that reads such a payload; one that does not fit never becomes a mail
 */
export function mail<Payload extends z.ZodType<Addressed>>(
  payload: Payload,
  word: (payload: z.output<Payload>, context: MailContext) => Words,
) {
  return payload.transform(
    (read): Letter =>
      (context) => {
        // A reply would only reach the operator.
        const sender = read.recipient === 'operator' ? { ...context, supportEmail: undefined } : context
        const [subject, ...blocks] = word(read, context)
        return withFooter(composeMail(subject, blocks), sender, reasonFor(read))
      },
  )
}

/** Why the email came, for its foot. An operator has asked for these emails. */
function reasonFor(payload: Addressed): string {
  switch (payload.recipient) {
    case 'operator':
      return ''
    case 'owner':
      return `You’re receiving this because this address is or was used for a Heartwood account.`
    case 'guest':
      return `You’re receiving this because the family gave us your address to invite you. They don’t see replies to this email.`
    default:
      return `You’re receiving this because ${payload.owner_name} named you in Heartwood.`
  }
}

/** How to reach a person, if one reads replies. */
export const questions = ({ supportEmail }: MailContext): string[] =>
  supportEmail ? ['Questions? Just reply to this email, and someone will answer.'] : []

/** The designee's page about an owner. */
export const memorialPage = ({ appOrigin }: MailContext, ownerId: string) =>
  `${appOrigin}/memorial/${ownerId}`

interface OwnerOfPlan {
  owner_id: string
  owner_name: string
}

/** The same page while the owner may be living, who has a plan and no memorial. It is true after a death as well. */
export const planLink = ({ owner_id, owner_name }: OwnerOfPlan, context: MailContext) => ({
  link: `Go to ${owner_name}’s plan`,
  url: memorialPage(context, owner_id),
})

/** The same page, only once the death is verified. */
export const memorialLink = ({ owner_id }: Pick<OwnerOfPlan, 'owner_id'>, context: MailContext) => ({
  link: 'Go to the memorial page',
  url: memorialPage(context, owner_id),
})

/** The same page while a certificate is under review. */
export const reviewLink = ({ owner_id }: Pick<OwnerOfPlan, 'owner_id'>, context: MailContext) => ({
  link: 'See where the review stands',
  url: memorialPage(context, owner_id),
})

/** Asks for a reply, after a space; empty if no person reads replies. */
export const writeAtOnce = ({ supportEmail }: MailContext) =>
  supportEmail ? ' Please write to us right away by replying to this email.' : ''
