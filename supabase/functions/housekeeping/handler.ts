import { z } from 'zod'
import { type Rpc, sqlStateOf } from '../_shared/database.ts'
import { type Handler, HttpError } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import type { MailContext } from '../_shared/mails/notice.ts'
import { renderOutboxMail } from '../_shared/mails/outbox.ts'
import type { Services } from '../_shared/serve.ts'

interface HousekeepingDeps
  extends Pick<
      Services,
      'requireSecretKey' | 'rpc' | 'sendMail' | 'removeFiles' | 'appOrigin' | 'codeKey' | 'operatorEmail'
    >,
    MailContext {
  /** Ends everything a customer at Stripe pays for; may be repeated. Returns what went wrong, or null. */
  cancelMembership(customerId: string): Promise<string | null>
  now?: () => number
}

const budgetMilliseconds = 40_000
/** How many files each run looks at to find those that no row names. */
const filesToLookAt = 200

const claimedMails = z.array(
  z.object({ id: z.string(), kind: z.string(), to_email: z.string(), payload: z.unknown() }),
)
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
    const failedStages: string[] = []
    const run: Run = {
      rpc,
      inTime: () => now() < end,
      endStage: (stage) => (error) => {
        failedStages.push(stage)
        logFailure('housekeeping', { stage, error: nameOf(error), code: sqlStateOf(error) })
      },
    }
    const failed = await rpc('apply_due_changes', {}, z.array(z.string())).catch(run.endStage('due changes'))
    if (failed?.length) {
      failedStages.push('due changes')
      logFailure('housekeeping', { stage: 'due changes', error: failed.join(', ') })
    }
    const mails = await processQueue(run, {
      stage: 'mails',
      // A claimed mail is due again after a minute, so a batch must end sooner even when every send times out.
      batch: 5,
      claim: 'claim_mail',
      items: claimedMails,
      process: async ({ id, kind, to_email, payload }) => {
        // The database does not know the operator's address. Without one the mail is settled unsent.
        const to = to_email === 'operator' ? deps.operatorEmail : to_email
        return to ? deps.sendMail({ ...renderOutboxMail(kind, payload, deps), to, idempotencyKey: id }) : null
      },
      settle: 'settle_mail',
    })
    const cancellations = await processQueue(run, {
      stage: 'cancellations',
      batch: 5,
      claim: 'claim_membership_cancellations',
      items: claimedCancellations,
      process: ({ stripe_customer_id }) => deps.cancelMembership(stripe_customer_id),
      settle: 'settle_membership_cancellation',
    })
    await rpc('queue_orphaned_files', { p_batch: filesToLookAt }, z.unknown()).catch(
      run.endStage('unused files'),
    )
    const files = await processQueue(run, {
      stage: 'files',
      batch: 50,
      claim: 'claim_file_removals',
      items: claimedFiles,
      process: ({ bucket_id, path }) => deps.removeFiles(bucket_id, [path]),
      settle: 'settle_file_removal',
    })
    await rpc('delete_outdated', {}, z.unknown()).catch(run.endStage('deletions'))
    const counts = {
      mailsSent: mails.done,
      mailsFailed: mails.failed,
      membershipsCancelled: cancellations.done,
      cancellationsFailed: cancellations.failed,
      filesRemoved: files.done,
      filesFailed: files.failed,
    }
    if (failedStages.length > 0) {
      throw new HttpError(500, 'housekeeping_incomplete', `Failed: ${failedStages.join(', ')}.`, {
        details: { ...counts, failedStages },
      })
    }
    return counts
  }
}

/** What the stages of one run share. */
interface Run {
  rpc: Rpc
  inTime(): boolean
  /** Makes an error handler that logs why a stage ended early, and notes it for the answer. */
  endStage(stage: string): (error: unknown) => void
}

/** One of the database's queues, which all are claimed and settled in the same way. */
interface Queue<T> {
  stage: string
  batch: number
  /** The database functions that claim a batch and settle an item. */
  claim: string
  settle: string
  items: z.ZodType<T[]>
  /** Returns what went wrong, or null. */
  process(item: T): Promise<string | null>
}

/**
 * Claims, processes and settles items until a batch comes back short. An item that throws is settled as failed. A short
 * batch ends the work although more may be due, because an item that is queued again at once would otherwise be
 * claimed forever. Never throws.
 */
async function processQueue<T extends { id: string }>(
  { rpc, inTime, endStage }: Run,
  { stage, batch, claim, settle, items, process }: Queue<T>,
): Promise<{ done: number; failed: number }> {
  const count = { done: 0, failed: 0 }
  let isMore = true
  while (isMore && inTime()) {
    const claimed = (await rpc(claim, { p_batch: batch }, items).catch(endStage(stage))) ?? []
    isMore = claimed.length >= batch
    for (const item of claimed) {
      const failure = await process(item).catch(nameOf)
      const settled = rpc(settle, { p_id: item.id, p_error: failure }, z.unknown())
      const error = await settled.then(() => failure, nameOf)
      count[error === null ? 'done' : 'failed'] += 1
      if (error !== null) logFailure('housekeeping', { id: item.id, error })
    }
  }
  return count
}
