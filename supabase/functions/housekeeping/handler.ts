import { z } from 'zod'
import { DatabaseError, type Rpc } from '../_shared/clients.ts'
import { type Handler, HttpError } from '../_shared/http.ts'
import type { SendMail } from '../_shared/mail.ts'
import { renderOutboxMail } from '../_shared/mails/outbox.ts'

export interface HousekeepingDeps {
  requireSecretKey(request: Request): Promise<void>
  rpc: Rpc
  sendMail: SendMail
  /** Removes one file from storage; a file that is already gone is no failure. Returns what went wrong, or null. */
  removeFile(bucket: string, path: string): Promise<string | null>
  /** Ends what a customer at Stripe pays for; may be repeated. Returns what went wrong, or null. */
  cancelMembership(customerId: string): Promise<string | null>
  appOrigin: string
  now?: () => number
}

// A claimed mail comes due again after a minute: a batch must be through before, even if every send runs into its timeout.
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
 * The job of every minute: applies what is due by the clock, sends the mail of the outbox, ends memberships of the dead,
 * removes files whose row is gone, deletes what is outdated.
 * What fails is tried again by a later run and holds up nothing else. Two runs may overlap.
 * @returns the handler; it answers how many of each were done and how many failed. When the database fails a
 *   stage, the others still run, and it refuses with 500 `housekeeping_incomplete`, with the counts and `failedStages`
 */
export function housekeeping(deps: HousekeepingDeps): Handler {
  const { requireSecretKey, rpc, now = Date.now } = deps
  return async (request) => {
    await requireSecretKey(request)
    const end = now() + budgetMilliseconds
    const inTime = () => now() < end
    const applied = await rpc('apply_due_changes', {}, z.unknown()).then(() => true, logged('due changes'))
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
      (file) => deps.removeFile(file.bucket_id, file.path),
      (file, error) => rpc('settle_file_removal', { p_id: file.id, p_error: error }, z.unknown()),
    )
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
      mails: mails.isThrough,
      cancellations: cancellations.isThrough,
      files: files.isThrough,
      deletions: deleted,
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
 * Claims, does and settles until a batch comes back short. What throws is settled as failed and the next one goes on.
 * It does not ask until nothing is left: a file that storage keeps in spite of all would be claimed again and again.
 * @returns the counts, and whether every claim was answered. Never throws
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
      if (error !== null) console.error(JSON.stringify({ path: 'housekeeping', id: item.id, error }))
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

/** Logs why a stage ended early. */
function logged(stage: string): (error: unknown) => false {
  return (error) => {
    const code = error instanceof DatabaseError ? error.code : undefined
    console.error(JSON.stringify({ path: 'housekeeping', stage, error: nameOf(error), code }))
    return false
  }
}

/** The kind of an error without its message, which may quote a person's data. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
