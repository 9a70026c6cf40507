import { z } from 'zod'
import { nameOf } from '../_shared/log.ts'
import { renderOutboxMail } from '../_shared/mails/outbox.ts'
import type { MailContext } from '../_shared/mails/payload.ts'
import { createPace, type Pace } from '../_shared/pace.ts'
import type { Services } from '../_shared/serve.ts'
import { type Count, type Run, settleItem } from './queues.ts'

export type MailDeps = Pick<Services, 'sendMail' | 'mailsPerSecond' | 'operatorEmail'> & MailContext

const mailSchema = z.object({ id: z.string(), kind: z.string(), to_email: z.string(), payload: z.unknown() })
type Mail = z.infer<typeof mailSchema>

/** Few, because a claimed mail is due again after a minute, and a pause of the provider may come between. */
const batch = 10
/** How many requests may wait for their answers, however slow the provider is. */
const atOnce = 20
/** How long the last requests of a run may take after its end. */
const secondsForLastAnswers = 15

/**
 * Sends what is due, by rank and age, as fast as the provider takes it. Waits while another run sends. When the provider
 * asks to wait, all mail waits, which counts for no mail as an attempt; what then does not fit into this run is handed
 * back, and the pause holds for the next runs too. Never throws.
 */
export async function sendMails(run: Run, deps: MailDeps): Promise<Count> {
  const { rpc, clock, end } = run
  const count = { done: 0, failed: 0 }
  const fail = run.endStage('mails')
  if (!(await beginTurn(run).catch(fail))) return count

  const pace = createPace(deps.mailsPerSecond, clock)
  const handBack = (id: string) => rpc('hand_back_mail', { p_id: id }, z.unknown()).catch(fail)
  /** What is being sent, by address. */
  const running = new Map<string, Promise<unknown>>()
  let isMore = true
  while (isMore && clock.now() < end) {
    const mayHoldBack = running.size > 0
    const claimed = await rpc('claim_mail', { p_batch: batch }, z.array(mailSchema)).catch(fail)
    if (!claimed) break
    isMore = claimed.length >= batch || mayHoldBack
    for (const mail of claimed) {
      if (running.size >= atOnce) await Promise.race(running.values())
      // A person reads what happened in its order.
      await running.get(mail.to_email)
      if (!(await pace.turn(end))) {
        await handBack(mail.id)
        isMore = false
        continue
      }
      const sending = send(mail, deps, pace, end)
        .catch(nameOf)
        .then((outcome) =>
          outcome === untried ? handBack(mail.id) : settleItem(run, 'settle_mail', mail.id, outcome, count),
        )
        .finally(() => running.delete(mail.to_email))
      running.set(mail.to_email, sending)
    }
    // A short batch may lack mails that wait for one to the same person, so it ends the work only if none was under way.
    if (claimed.length < batch) await Promise.all(running.values())
  }
  await Promise.all(running.values())
  const p_pause_seconds = Math.ceil(pace.pauseLeft() / 1000)
  await rpc('end_mail_turn', { p_pause_seconds }, z.unknown()).catch(fail)
  return count
}

/** Waits until no other run sends mail, nor has to wait. Returns false when that does not come in time. */
async function beginTurn({ rpc, clock, end }: Run): Promise<boolean> {
  for (;;) {
    const p_seconds = Math.ceil((end - clock.now()) / 1000) + secondsForLastAnswers
    if (await rpc('begin_mail_turn', { p_seconds }, z.boolean())) return true
    if (clock.now() + 1000 > end) return false
    await clock.wait(1000)
  }
}

/** The outcome of a mail that the provider did not take in time and never tried to deliver. */
const untried = Symbol('untried')

/** Sends a mail whose turn has come. Returns what went wrong, or null when it is done. */
async function send(
  { id, kind, to_email, payload }: Mail,
  deps: MailDeps,
  pace: Pace,
  end: number,
): Promise<string | null | typeof untried> {
  // The database does not know the operator's address. Without one the mail is settled unsent.
  const to = to_email === 'operator' ? deps.operatorEmail : to_email
  if (!to) return null
  const mail = { ...renderOutboxMail(kind, payload, deps), to, idempotencyKey: id }
  do {
    const failure = await deps.sendMail(mail)
    if (failure?.retryAfterSeconds === undefined) return failure?.reason ?? null
    pace.pause(failure.retryAfterSeconds)
  } while (await pace.turn(end))
  return untried
}
