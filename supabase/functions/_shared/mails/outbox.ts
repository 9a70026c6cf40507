import type { MailContent } from '../mail.ts'
import { accountMails } from './account-mails.ts'
import { cardMails } from './card-mails.ts'
import { invitationMails } from './invitation-mails.ts'
import { withFooter } from './layout.ts'
import { type MailContext, type Notice, type OutboxMail, readNotice } from './notice.ts'
import { operatorMails } from './operator-mails.ts'
import { releaseMails } from './release-mails.ts'
import { reminderMails } from './reminder-mails.ts'
import { unsealMail } from './sealed.ts'
import { serviceMails } from './service-mails.ts'

/** Every kind of mail that the database writes into its outbox. */
export const outboxMails: ReadonlyMap<string, OutboxMail> = new Map(
  Object.entries({
    ...invitationMails,
    ...releaseMails,
    ...reminderMails,
    ...cardMails,
    ...accountMails,
    ...operatorMails,
    ...serviceMails,
  }),
)

/** The kinds that the functions queue; see createSendOrQueue. */
const sealedKinds = new Set(['code', 'invitation'])

/** Why the email came, for its foot. An operator has asked for these emails. */
function reasonFor({ recipient, owner }: Notice): string {
  switch (recipient) {
    case 'operator':
      return ''
    case 'owner':
      return `You're receiving this because this address is or was used for a Heartwood account.`
    case 'designee':
      return `You're receiving this because ${owner} named you in Heartwood.`
    case 'guest':
      return `You're receiving this because the family gave us your address to invite you.`
  }
}

/** The outbox holds a kind of mail that has no words here. */
class UnknownMailKind extends Error {
  override readonly name = 'UnknownMailKind'
}

/**
 * Words a mail of the outbox. The same input always gives the same mail, because the provider refuses a retry under
 * the same idempotency key with other content.
 * @throws UnknownMailKind; z.ZodError for a payload of another shape; UnknownSealingKey for a mail that none
 *   of the keys opens
 */
export function renderOutboxMail(kind: string, payload: unknown, context: MailContext): MailContent {
  if (sealedKinds.has(kind)) return unsealMail(context.codeKeys, payload)
  const mail = outboxMails.get(kind)
  if (!mail) throw new UnknownMailKind(kind)
  const notice = readNotice(payload, context)
  const word = typeof mail === 'function' ? mail : mail[notice.recipient === 'owner' ? 'owner' : 'designee']
  // A reply would only reach the operator.
  const sender = notice.recipient === 'operator' ? { ...context, supportEmail: undefined } : context
  return withFooter(word(notice), sender, reasonFor(notice))
}
