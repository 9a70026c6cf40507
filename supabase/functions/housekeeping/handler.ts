import { z } from 'zod'
import { sqlStateOf } from '../_shared/database.ts'
import { type Handler, HttpError } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import { type Clock, systemClock } from '../_shared/pace.ts'
import type { Services } from '../_shared/serve.ts'
import { type MailDeps, sendMails } from './mails.ts'
import { type Count, processQueue, type Run } from './queues.ts'

interface TidyUpDeps extends Pick<Services, 'removeFiles'> {
  /** Ends everything a customer at Stripe pays for; may be repeated. Returns what went wrong, or null. */
  cancelMembership(customerId: string): Promise<string | null>
}

interface HousekeepingDeps extends Pick<Services, 'requireSecretKey' | 'rpc'>, MailDeps, TidyUpDeps {
  /** Why no payment can be taken, or null. */
  paymentsProblem: string | null
  clock?: Clock
}

/** The next run begins a minute after this one, and the last answers have to come before that. */
const budgetMilliseconds = 56_000
/** After this no further service is wound up in the same run. */
const windingUpMilliseconds = 10_000
/** When no due change is begun any more, counted from the end, so that mail is sent even if each takes all of its time. */
const millisecondsForTheRest = 26_000
/** How many files each run looks at to find those that no row names. */
const filesToLookAt = 200

const cancellationsSchema = z.array(z.object({ id: z.string(), stripe_customer_id: z.string() }))
const filesSchema = z.array(z.object({ id: z.string(), bucket_id: z.string(), path: z.string() }))

/**
 * Runs every minute: makes the changes that are due by the clock, each in a call of its own, winds up services, sends the
 * mails of the outbox, ends memberships of deceased people and deleted accounts, removes files whose row was deleted,
 * deletes what is outdated. A failed item is tried again by a later run and delays no other. Two runs may overlap; only
 * one of them sends mail.
 * @returns the handler; it answers how many of each were done and how many failed, and refuses with 401
 *   `secret_key_required`. When the database fails in a stage, the other stages still run, and the answer is 500
 *   `housekeeping_incomplete` with the counts and `failedStages`
 */
export function housekeeping(deps: HousekeepingDeps): Handler {
  const { requireSecretKey, rpc, paymentsProblem, clock = systemClock } = deps
  return async (request) => {
    await requireSecretKey(request)
    const failedStages: string[] = []
    const run: Run = {
      rpc,
      clock,
      end: clock.now() + budgetMilliseconds,
      endStage: (stage) => (error) => {
        failedStages.push(stage)
        logFailure('housekeeping', { stage, error: nameOf(error), code: sqlStateOf(error) })
      },
    }
    await applyDueChanges(run)
    // Before the mail, which it replaces.
    const services = await windUpServices(run)
    // When much mail waits, sending it takes all of the run, and must not keep the rest from being done.
    const [mails, { cancellations, files }] = await Promise.all([sendMails(run, deps), tidyUp(run, deps)])
    await rpc('delete_outdated', {}, z.unknown()).catch(run.endStage('deletions'))
    const counts = {
      mailsSent: mails.done,
      mailsFailed: mails.failed,
      membershipsCancelled: cancellations.done,
      cancellationsFailed: cancellations.failed,
      filesRemoved: files.done,
      filesFailed: files.failed,
      servicesWoundUp: services.done,
      windupsFailed: services.failed,
    }
    const noted = {
      p_counts: counts,
      p_failed_stages: failedStages,
      p_payments_problem: paymentsProblem,
    }
    await rpc('note_housekeeping', noted, z.unknown()).catch(run.endStage('health'))
    if (failedStages.length > 0) {
      throw new HttpError('housekeeping_incomplete', `Failed: ${failedStages.join(', ')}.`, {
        details: { ...counts, failedStages },
      })
    }
    return counts
  }
}

/**
 * Takes back the mail of services whose owner lives after all, or whose death is looked at again: at most 500 guests each,
 * a hundred in a transaction. Leaves the rest of the run to the mail that others wait for. Never throws.
 */
function windUpServices(run: Run): Promise<Count> {
  const end = Math.min(run.end, run.clock.now() + windingUpMilliseconds)
  return processQueue(
    { ...run, end },
    {
      stage: 'services',
      batch: 1,
      claim: 'claim_service_windups',
      items: z.array(z.object({ id: z.string() })),
      process: async ({ id }) => {
        let isDone = false
        while (!isDone) isDone = await run.rpc('wind_up_service', { p_id: id }, z.boolean())
        return null
      },
      settle: 'settle_service_windup',
    },
  )
}

/** Makes what is due by the clock. A change that fails or is canceled is a failed stage, and keeps no other. Never throws. */
async function applyDueChanges(run: Run): Promise<void> {
  const changes = await run.rpc('due_changes', {}, z.array(z.string())).catch(run.endStage('due changes'))
  for (const change of changes ?? []) {
    const fail = run.endStage(change)
    if (run.clock.now() > run.end - millisecondsForTheRest) fail(new OutOfTime())
    else await run.rpc('apply_due_change', { p_name: change }, z.unknown()).catch(fail)
  }
}

/** The changes before this one took all of the time. */
class OutOfTime extends Error {
  override name = 'OutOfTime'
}

/** Ends memberships, and removes files that no row names. Never throws. */
async function tidyUp(
  run: Run,
  { cancelMembership, removeFiles }: TidyUpDeps,
): Promise<{ cancellations: Count; files: Count }> {
  const cancellations = await processQueue(run, {
    stage: 'cancellations',
    batch: 5,
    claim: 'claim_membership_cancellations',
    items: cancellationsSchema,
    process: ({ stripe_customer_id }) => cancelMembership(stripe_customer_id),
    settle: 'settle_membership_cancellation',
  })
  const lookForUnused = run.rpc('queue_orphaned_files', { p_batch: filesToLookAt }, z.unknown())
  await lookForUnused.catch(run.endStage('unused files'))
  const files = await processQueue(run, {
    stage: 'files',
    batch: 50,
    claim: 'claim_file_removals',
    items: filesSchema,
    process: ({ bucket_id, path }) => removeFiles(bucket_id, [path]),
    settle: 'settle_file_removal',
  })
  return { cancellations, files }
}
