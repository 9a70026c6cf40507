import { z } from 'zod'
import type { Rpc } from './database.ts'
import { nameOf } from './log.ts'
import type { MailFailure, OutgoingMail, SendMail } from './mail.ts'
import { type SealedKind, sealMail } from './mails/sealed.ts'
import { type Clock, systemClock } from './pace.ts'

/** How long a person waits for the answer at most, because the provider asks to wait. */
const patienceSeconds = 5

/** The kinds of mail that may have to wait in the outbox. A code is of no use after the given time. */
type Queueing = { kind: 'code'; useBy: Date } | { kind: 'invitation' }

/**
 * Sends a mail while a person waits for the answer. When the provider's limits do not let it through within a few
 * seconds, it goes into the outbox, and housekeeping sends it under the same idempotency key.
 * @returns whether the mail is delayed like that, or what went wrong. Never throws
 */
export type SendOrQueue = (
  mail: OutgoingMail,
  queueing: Queueing,
) => Promise<{ isDelayed: boolean } | MailFailure>

interface SendOrQueueDeps {
  sendMail: SendMail
  rpc: Rpc
  codeKey: string
  clock?: Clock
}

/** @returns see SendOrQueue */
export function createSendOrQueue({
  sendMail,
  rpc,
  codeKey,
  clock = systemClock,
}: SendOrQueueDeps): SendOrQueue {
  return async (mail, queueing) => {
    const end = clock.now() + patienceSeconds * 1000
    for (;;) {
      const failure = await sendMail(mail)
      if (failure === null) return { isDelayed: false }
      if (failure.retryAfterSeconds === undefined) return failure
      const milliseconds = failure.retryAfterSeconds * 1000
      if (clock.now() + milliseconds > end) break
      await clock.wait(milliseconds)
    }
    const row = {
      p_id: mail.idempotencyKey,
      p_kind: queueing.kind satisfies SealedKind,
      p_to_email: mail.to,
      p_payload: sealMail(codeKey, mail),
      p_use_by: queueing.kind === 'code' ? queueing.useBy.toISOString() : null,
    }
    return rpc('queue_mail', row, z.unknown()).then(
      () => ({ isDelayed: true }),
      (error) => ({ reason: `not queued: ${nameOf(error)}` }),
    )
  }
}
