import { supabase } from '@/data/client'
import type { Database, Tables } from '@/lib/database.types'
import { selectAll } from './select-all'

type AllTables = Database['public']['Tables']

/** The tables whose rows belong to a user. */
export type UserTable = {
  [Table in keyof AllTables]: AllTables[Table]['Row'] extends { user_id: string } ? Table : never
}[keyof AllTables]

/** Everything that an owner may read: every table with all its columns, unchanged. */
export type OwnerData = Readonly<Record<string, readonly object[]>> & {
  readonly profiles: readonly Tables<'profiles'>[]
}

interface Answer<Row> {
  throwOnError: () => PromiseLike<{ data: Row[] }> & {
    range: (from: number, to: number) => PromiseLike<{ data: Row[] }>
  }
}
interface OneRow<Row> {
  abortSignal: (signal: AbortSignal) => Answer<Row>
}
interface ManyRows<Row> {
  order: (
    column: 'created_at',
    options: { ascending: boolean },
  ) => { order: (column: 'id') => { abortSignal: (signal: AbortSignal) => Answer<Row> } }
}

/** The tables with one row per user, which has no id of its own. */
const ONE_ROW = ['profiles', 'funeral_plan', 'subscriptions'] as const
type OneRowTable = (typeof ONE_ROW)[number]

/**
 * Reads everything that belongs to an owner, all rows of every table. Owners can always do this, also without a
 * membership and while their plan takes no changes.
 * @param planTables the tables that hold the parts of a plan
 */
export async function readOwnerData(
  ownerId: string,
  planTables: Iterable<UserTable>,
  signal: AbortSignal,
): Promise<OwnerData> {
  const one = async <Row>(query: OneRow<Row>) => (await query.abortSignal(signal).throwOnError()).data
  const all = <Row extends { id: string | number }>(query: () => ManyRows<Row>) =>
    selectAll(() =>
      query().order('created_at', { ascending: false }).order('id').abortSignal(signal).throwOnError(),
    )
  const plan: Record<string, object[]> = {}
  for (const table of planTables)
    plan[table] = isOneRow(table)
      ? await one(supabase.from(table).select().eq('user_id', ownerId))
      : await all(() => supabase.from(table).select().eq('user_id', ownerId))
  return {
    profiles: await one(supabase.from('profiles').select().eq('user_id', ownerId)),
    ...plan,
    designations: await all(() => supabase.from('designations').select().eq('owner_id', ownerId)),
    subscriptions: await one(supabase.from('subscriptions').select().eq('user_id', ownerId)),
    practices: await all(() => supabase.from('practices').select().eq('owner_id', ownerId)),
    access_events: await all(() => supabase.from('access_events').select().eq('owner_id', ownerId)),
  }
}

function isOneRow(table: UserTable): table is OneRowTable {
  return ONE_ROW.some((one) => one === table)
}
