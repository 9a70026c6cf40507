import { z } from 'zod'
import { type Rpc, sqlStateOf } from '../_shared/database.ts'
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

const budgetMilliseconds = 40_000
/** How many files each run looks at to find those that no row names. */
const filesToLookAt = 250

const claimedMails = z.array(
  z.object({ id: z.string(), kind: z.string(), to_email: z.string(), payload: z.unknown() }),
)
type ClaimedMail = z.infer<typeof claimedMails>[number]
const claimedCancellations = z.array(z.object({ id: z.string(), stripe_customer_id: z.string() }))
const claimedFiles = z.array(z.object({ id: z.string(), bucket_id: z.string(), path: z.string() }))

/**
 * Runs every minute: applies what is due by the clock, sends the mails of the outbox, ends memberships of deceased people
 * and deleted accounts, removes files whose row was deleted, deletes what is outdated. A failed item is tried again by a
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
    const applied = await rpc('apply_due_changes', {}, z.unknown()).then(() => true, logged('due changes'))
    const mails = await processQueue(rpc, inTime, {
      stage: 'mails',
      // A claimed mail is due again after a minute, so a batch must end sooner even when every send times out.
      batch: 5,
      claim: 'claim_mail',
      items: claimedMails,
      run: (mail) => deliver(mail, deps),
      settle: 'settle_mail',
    })
    const cancellations = await processQueue(rpc, inTime, {
      stage: 'cancellations',
      batch: 5,
      claim: 'claim_membership_cancellations',
      items: claimedCancellations,
      run: ({ stripe_customer_id }) => deps.cancelMembership(stripe_customer_id),
      settle: 'settle_membership_cancellation',
    })
    const searched = await rpc('queue_orphaned_files', { p_batch: filesToLookAt }, z.unknown()).then(
      () => true,
      logged('unused files'),
    )
    const files = await processQueue(rpc, inTime, {
      stage: 'files',
      batch: 50,
      claim: 'claim_file_removals',
      items: claimedFiles,
      run: ({ bucket_id, path }) => deps.removeFiles(bucket_id, [path]),
      settle: 'settle_file_removal',
    })
    const deleted = await rpc('delete_outdated', {}, z.unknown()).then(() => true, logged('deletions'))
    const counts = {
      mailsSent: mails.done,
      mailsFailed: mails.failed,
      membershipsCancelled: cancellations.done,
      cancellationsFailed: cancellations.failed,
      filesRemoved: files.done,
      filesFailed: files.failed,
    }
    const stages = {
      'due changes': applied,
      mails: mails.isComplete,
      cancellations: cancellations.isComplete,
      'unused files': searched,
      files: files.isComplete,
      deletions: deleted,
    }
    const failedStages = Object.entries(stages).flatMap(([stage, isComplete]) => (isComplete ? [] : [stage]))
    if (failedStages.length > 0) {
      throw new HttpError(500, 'housekeeping_incomplete', `Failed: ${failedStages.join(', ')}.`, {
        details: { ...counts, failedStages },
      })
    }
    return counts
  }
}

/** One of the database's queues, which all are claimed and settled in the same way. */
interface Queue<T> {
  stage: string
  batch: number
  /** The database functions that claim a batch and settle an item. */
  claim: string
  settle: string
  items: z.ZodType<T[]>
  /** Processes one item. Returns what went wrong, or null. */
  run(item: T): Promise<string | null>
}

/**
 * Claims, runs and settles items until a batch comes back short. An item that throws is settled as failed. A short
 * batch ends the work although more may be due, because an item that is queued again at once would otherwise be
 * claimed forever.
 * @returns the counts, and whether the database answered every claim. Never throws
 */
async function processQueue<T extends { id: string }>(
  rpc: Rpc,
  inTime: () => boolean,
  { stage, batch, claim, settle, items, run }: Queue<T>,
): Promise<{ done: number; failed: number; isComplete: boolean }> {
  const count = { done: 0, failed: 0, isComplete: true }
  let isMore = true
  while (isMore && inTime()) {
    const claimed = await rpc(claim, { p_batch: batch }, items).catch(logged(stage))
    if (!claimed) return { ...count, isComplete: false }
    isMore = claimed.length >= batch
    for (const item of claimed) {
      const failure = await run(item).catch(nameOf)
      const settled = rpc(settle, { p_id: item.id, p_error: failure }, z.unknown())
      const error = await settled.then(() => failure, nameOf)
      count[error === null ? 'done' : 'failed'] += 1
      if (error !== null) logFailure('housekeeping', { id: item.id, error })
    }
  }
  return count
}

async function deliver(mail: ClaimedMail, deps: HousekeepingDeps): Promise<string | null> {
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
