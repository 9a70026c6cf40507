import { z } from 'zod'
import type { Rpc } from '../_shared/database.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import type { Clock } from '../_shared/pace.ts'

/** What the stages of one run share. */
export interface Run {
  rpc: Rpc
  clock: Clock
  /** When nothing new is begun any more. */
  end: number
  /** Makes an error handler that logs why a stage ended early, and notes it for the answer. */
  endStage(stage: string): (error: unknown) => void
}

/** How many items were done, and how many failed. */
export interface Count {
  done: number
  failed: number
}

/** One of the database's queues, which are claimed and settled in the same way. */
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
export async function processQueue<T extends { id: string }>(
  run: Run,
  { stage, batch, claim, settle, items, process }: Queue<T>,
): Promise<Count> {
  const count = { done: 0, failed: 0 }
  let isMore = true
  while (isMore && run.clock.now() < run.end) {
    const claimed = (await run.rpc(claim, { p_batch: batch }, items).catch(run.endStage(stage))) ?? []
    isMore = claimed.length >= batch
    for (const item of claimed) {
      await settleItem(run, settle, item.id, await process(item).catch(nameOf), count)
    }
  }
  return count
}

/**
 * Notes in the database what became of an item, and counts it. An item that cannot be settled counts as failed. Never
 * throws.
 * @param failure what went wrong, or null
 */
export async function settleItem(
  run: Run,
  settle: string,
  id: string,
  failure: string | null,
  count: Count,
): Promise<void> {
  const settled = run.rpc(settle, { p_id: id, p_error: failure }, z.unknown())
  const error = await settled.then(() => failure, nameOf)
  count[error === null ? 'done' : 'failed'] += 1
  if (error !== null) logFailure('housekeeping', { id, error })
}
