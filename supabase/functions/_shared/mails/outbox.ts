import type { z } from 'zod'
import type { MailContent } from '../mail.ts'
import { accountMails } from './account-mails.ts'
import { cardMails } from './card-mails.ts'
import { firstHoursMails } from './first-hours-mails.ts'
import { invitationMails } from './invitation-mails.ts'
import { messageMails } from './message-mails.ts'
import { operatorMails } from './operator-mails.ts'
import type { Letter, MailContext } from './payload.ts'
import { releaseMails } from './release-mails.ts'
import { reminderMails } from './reminder-mails.ts'
import { sealedMails } from './sealed.ts'
import { serviceMails } from './service-mails.ts'

/** Every kind of mail that waits in the outbox, with the payload that it needs. */
export const outboxMails = {
  ...invitationMails,
  ...releaseMails,
  ...firstHoursMails,
  ...messageMails,
  ...reminderMails,
  ...cardMails,
  ...accountMails,
  ...operatorMails,
  ...serviceMails,
  ...sealedMails,
}

const byKind: ReadonlyMap<string, z.ZodType<Letter>> = new Map(Object.entries(outboxMails))

/** The outbox holds a kind of mail that has no words here. */
class UnknownMailKind extends Error {
  override readonly name = 'UnknownMailKind'
}

/** The payload of a mail lacks what its kind needs. The database knows this error by the begin of its name. */
class UnfitPayload extends Error {
  override readonly name: string

  constructor({ issues }: z.ZodError) {
    super()
    // The names of fields alone: what is in them is about a person.
    this.name = `UnfitPayload: ${issues.map(({ path }) => path.join('.') || 'no object').join(', ')}`
  }
}

/**
 * Words a mail of the outbox.
 * @throws UnknownMailKind; UnfitPayload, naming the fields; UnknownSealingKey for a mail that none of the keys opens
 */
export function renderOutboxMail(kind: string, payload: unknown, context: MailContext): MailContent {
  const schema = byKind.get(kind)
  if (!schema) throw new UnknownMailKind(kind)
  const read = schema.safeParse(payload)
  if (!read.success) throw new UnfitPayload(read.error)
  return read.data(context)
}
