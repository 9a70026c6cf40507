import type { MailContent } from '../mail.ts'
import { accountMails } from './account-mails.ts'
import { invitationMails } from './invitation-mails.ts'
import { withFooter } from './layout.ts'
import { type MailContext, type OutboxMail, readNotice } from './notice.ts'
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
    ...accountMails,
    ...operatorMails,
    ...serviceMails,
  }),
)

/** The kinds that the functions queue; see createSendOrQueue. */
const sealedKinds = new Set(['code', 'invitation'])

/** The outbox holds a kind of mail that has no words here. */
class UnknownMailKind extends Error {
  override readonly name = 'UnknownMailKind'
}

/**
 * Words a mail of the outbox. The same input always gives the same mail, because the provider refuses a retry under
 * the same idempotency key with other content.
 * @throws UnknownMailKind; z.ZodError for a payload of another shape; Error for a mail sealed under another key
 */
export function renderOutboxMail(kind: string, payload: unknown, context: MailContext): MailContent {
  if (sealedKinds.has(kind)) return unsealMail(context.codeKey, payload)
  const mail = outboxMails.get(kind)
  if (!mail) throw new UnknownMailKind(kind)
  const notice = readNotice(payload, context)
  const word = typeof mail === 'function' ? mail : mail[notice.recipient === 'owner' ? 'owner' : 'designee']
  return withFooter(word(notice), context.appOrigin)
}
