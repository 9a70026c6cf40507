import DataLoader from 'dataloader'
import { supabase } from '@/data/client'
import type { Database, Json } from '@/lib/database.types'
import { hasSessionEnded, isDatabaseAway, isLostAnswer } from '@/lib/errors'

type Together = Database['public']['Functions']['plan_rows']['Returns'][number]

/** The tables whose rows can be read together. */
export type PlanTable = keyof Together

/** A table that is asked for, and what tells that no one waits for it any longer. */
interface Wanted {
  table: PlanTable
  signal: AbortSignal
}

const loaders = new Map<string, DataLoader<Wanted, readonly unknown[] | null>>()

/**
 * The rows of one table of an owner's plan, read in one request with all others that are asked for in the same moment.
 * @param signal aborts the request once all who asked for its tables have aborted theirs
 * @returns null where the table has to be read by itself: nothing else was asked for, or they could not be read together,
 * so that one that can't be read doesn't take the others along
 * @throws what the client throws when the answer was lost, or when each table by itself would be refused for the same reason
 */
export function readWithOthers(
  ownerId: string,
  table: PlanTable,
  signal: AbortSignal,
): Promise<readonly unknown[] | null> {
  const loader =
    loaders.get(ownerId) ??
    new DataLoader((wanted: readonly Wanted[]) => readTogether(ownerId, wanted), {
      // The query cache keeps them.
      cache: false,
      // A page asks for its parts in several tasks, so that a press between them is answered (browser/query-client.ts).
      batchScheduleFn: (send) => setTimeout(send),
    })
  loaders.set(ownerId, loader)
  return loader.load({ table, signal })
}

/** A database without a newer table's rows in this answer leaves it out. */
const rowsIn = (answer: Json | undefined) => (Array.isArray(answer) ? answer : null)

async function readTogether(
  ownerId: string,
  wanted: readonly Wanted[],
): Promise<(readonly unknown[] | null)[]> {
  const none = wanted.map(() => null)
  if (wanted.length === 1) return none
  const signal = whenAllAborted(wanted.map((one) => one.signal))
  try {
    const { data } = await supabase
      .rpc('plan_rows', { owner_id: ownerId, tables: wanted.map(({ table }) => table) })
      .abortSignal(signal)
      .single()
      .throwOnError()
    return wanted.map(({ table }) => rowsIn(data[table]))
  } catch (error) {
    // Each by itself would be lost too. Where all together took too long, the small ones still come by themselves.
    const isLost = error instanceof Error && isLostAnswer(error)
    if (isLost || isDatabaseAway(error) || hasSessionEnded(error) || signal.aborted) throw error
    return none
  }
}

/** A signal that is aborted once all of these are. */
function whenAllAborted(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController()
  const check = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort()
  }
  for (const signal of signals) signal.addEventListener('abort', check)
  // Some may have been aborted before.
  check()
  return all.signal
}
