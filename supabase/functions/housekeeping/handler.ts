import { z } from 'zod'
import { sqlStateOf } from '../_shared/database.ts'
import { type Handler, HttpError } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import { renderOutboxMail } from '../_shared/mails/outbox.ts'
import type { Services } from '../_shared/serve.ts'

interface HousekeepingDeps
  extends Pick<Services, 'requireSecretKey' | 'rpc' | 'sendMail' | 'removeFiles' | 'appOrigin'> {
  /** Ends everything a customer at Stripe pays for; may be repeated. Returns what went wrong, or null. */
  cancelMembership(customerId: string): Promise<string | null>
  now?: () => number
}

// A claimed mail is due again after a minute, so a batch must end sooner even when every send times out.
const mailBatch = 5
const fileBatch = 50
const cancellationBatch = 5
const budgetMilliseconds = 40_000

const claimedMails = z.array(
  z.object({ id: z.string(), kind: z.string(), to_email: z.string(), payload: z.unknown() }),
)
const claimedCancellations = z.array(z.object({ id: z.string(), stripe_customer_id: z.string() }))
const claimedFiles = z.array(z.object({ id: z.string(), bucket_id: z.string(), path: z.string() }))

/**
 * Runs every minute: queues the mails that are due, sends the mails of the outbox, ends memberships of deceased people
 * and deleted accounts, removes files whose row was deleted, deletes what has expired. A failed item is tried again by a
 * later run and delays no other. Two runs may overlap.
 * @returns the handler; it answers how many of each were done and how many failed, and refuses with 401
 *   `secret_key_required`. When the database fails in a stage, the other stages still run, and the answer is 500
 *   `housekeeping_incomplete` with the counts and `failedStages`
 */
export function housekeeping(deps: HousekeepingDeps): Handler {
  const { requireSecretKey, rpc, now = Date.now } = deps
  return async (request) => {
    await requireSecretKey(request)
    const end = now() + budgetMilliseconds
    const inTime = () => now() < end
    const enqueued = await rpc('enqueue_due_mails', {}, z.unknown()).then(() => true, logged('due mails'))
    const mails = await workOff(
      'mails',
      mailBatch,
      inTime,
      (p_batch) => rpc('claim_mail', { p_batch }, claimedMails),
      (mail) => deliver(mail, deps),
      (mail, error) => rpc('settle_mail', { p_id: mail.id, p_error: error }, z.unknown()),
    )
    const cancellations = await workOff(
      'cancellations',
      cancellationBatch,
      inTime,
      (p_batch) => rpc('claim_membership_cancellations', { p_batch }, claimedCancellations),
      (job) => deps.cancelMembership(job.stripe_customer_id),
      (job, error) => rpc('settle_membership_cancellation', { p_id: job.id, p_error: error }, z.unknown()),
    )
    const files = await workOff(
      'files',
      fileBatch,
      inTime,
      (p_batch) => rpc('claim_file_removals', { p_batch }, claimedFiles),
      (file) => deps.removeFiles(file.bucket_id, [file.path]),
      (file, error) => rpc('settle_file_removal', { p_id: file.id, p_error: error }, z.unknown()),
    )
    const purged = await rpc('purge_expired', {}, z.unknown()).then(() => true, logged('purge'))
    const counts = {
      mailsSent: mails.done,
      mailsFailed: mails.failed,
      membershipsCancelled: cancellations.done,
      cancellationsFailed: cancellations.failed,
      filesRemoved: files.done,
      filesFailed: files.failed,
    }
    const stages = {
      'due mails': enqueued,
      mails: mails.isThrough,
      cancellations: cancellations.isThrough,
      files: files.isThrough,
      purge: purged,
    }
    const failedStages = Object.entries(stages).flatMap(([stage, isThrough]) => (isThrough ? [] : [stage]))
    if (failedStages.length > 0) {
      throw new HttpError(500, 'housekeeping_incomplete', `Failed: ${failedStages.join(', ')}.`, {
        details: { ...counts, failedStages },
      })
    }
    return counts
  }
}

/**
 * Claims, runs and settles items until a batch comes back short. An item that throws is settled as failed. A short
 * batch ends the work although more may be due, because an item that is queued again at once would otherwise be
 * claimed forever.
 * @returns the counts, and whether the database answered every claim. Never throws
 */
async function workOff<T extends { id: string }>(
  stage: string,
  size: number,
  inTime: () => boolean,
  claim: (size: number) => Promise<T[]>,
  run: (item: T) => Promise<string | null>,
  settle: (item: T, error: string | null) => Promise<unknown>,
): Promise<{ done: number; failed: number; isThrough: boolean }> {
  const count = { done: 0, failed: 0, isThrough: true }
  let isMore = true
  while (isMore && inTime()) {
    const batch = await claim(size).catch(logged(stage))
    if (!batch) return { ...count, isThrough: false }
    isMore = batch.length >= size
    for (const item of batch) {
      const failure = await run(item).catch(nameOf)
      const error = await settle(item, failure).then(() => failure, nameOf)
      count[error === null ? 'done' : 'failed'] += 1
      if (error !== null) logFailure('housekeeping', { id: item.id, error })
    }
  }
  return count
}

async function deliver(
  mail: z.infer<typeof claimedMails>[number],
  deps: HousekeepingDeps,
): Promise<string | null> {
  const content = renderOutboxMail(mail.kind, mail.payload, deps.appOrigin)
  const result = await deps.sendMail({ ...content, to: mail.to_email, idempotencyKey: mail.id })
  return result.sent ? null : result.error
}

/** Makes an error handler that logs why a stage ended early. */
function logged(stage: string): (error: unknown) => false {
  return (error) => {
    logFailure('housekeeping', { stage, error: nameOf(error), code: sqlStateOf(error) })
    return false
  }
}
