import DataLoader from 'dataloader'
import { supabase } from '@/data/client'
import type { Database, Json } from '@/lib/database.types'
import { isLostAnswer } from '@/lib/errors'

type Together = Database['public']['Functions']['plan_rows']['Returns'][number]

/** The tables whose rows can be read together. */
export type PlanTable = keyof Together

const loaders = new Map<string, DataLoader<PlanTable, readonly unknown[] | null>>()

/**
 * The rows of one table of an owner's plan, read in one request with all others that are asked for in the same moment.
 * @returns null where the table has to be read by itself: nothing else was asked for, or they could not be read together,
 * so that one that can't be read doesn't take the others along
 * @throws what the client throws when the answer was lost
 */
export function readWithOthers(ownerId: string, table: PlanTable): Promise<readonly unknown[] | null> {
  const loader =
    loaders.get(ownerId) ??
    new DataLoader((tables: readonly PlanTable[]) => readTogether(ownerId, tables), {
      // The query cache keeps them.
      cache: false,
      // A page asks for its parts in several tasks, so that a press between them is answered (browser/query-client.ts).
      batchScheduleFn: (send) => setTimeout(send),
    })
  loaders.set(ownerId, loader)
  return loader.load(table)
}

/** A database without a newer table's rows in this answer leaves it out. */
const rowsIn = (answer: Json | undefined) => (Array.isArray(answer) ? answer : null)

async function readTogether(
  ownerId: string,
  tables: readonly PlanTable[],
): Promise<(readonly unknown[] | null)[]> {
  const none = tables.map(() => null)
  if (tables.length === 1) return none
  try {
    const { data } = await supabase
      .rpc('plan_rows', { owner_id: ownerId, tables: [...tables] })
      .single()
      .throwOnError()
    return tables.map((table) => rowsIn(data[table]))
  } catch (error) {
    // Each by itself would be lost too. Where all together took too long, the small ones still come by themselves.
    if (error instanceof Error && isLostAnswer(error)) throw error
    return none
  }
}
