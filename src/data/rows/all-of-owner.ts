import { supabase } from '@/data/client'
import type { Database, Tables } from '@/lib/database.types'
import type { Rows } from './owned-rows'
import { selectAll } from './select-all'

type AllTables = Database['public']['Tables']

/** The tables whose rows belong to a user. */
export type UserTable = {
  [Table in keyof AllTables]: AllTables[Table]['Row'] extends { user_id: string } ? Table : never
}[keyof AllTables]

type TableRow = Readonly<Record<string, unknown>>

/** The rows of some tables, by the table's name, with all their columns, unchanged. */
export type TableRows = Readonly<Record<string, readonly TableRow[]>>

/** Everything that an owner may read of what is theirs, and the memories they left of others. */
export type OwnerData = TableRows & {
  readonly profiles: readonly Tables<'profiles'>[]
  readonly memories: readonly Tables<'memories'>[]
}

/** The tables with one row per user, which has no id of its own. */
const ONE_ROW = ['profiles', 'funeral_plan', 'subscriptions', 'cards', 'health_consents'] as const
type OneRowTable = (typeof ONE_ROW)[number]

function readers(signal: AbortSignal) {
  return {
    one: async <Row>(query: Rows<Row>) => (await query.abortSignal(signal).throwOnError()).data,
    all: <Row extends { id: string | number }>(query: () => Rows<Row>) =>
      selectAll(() =>
        query().order('created_at', { ascending: false }).order('id').abortSignal(signal).throwOnError(),
      ),
  }
}

/**
 * Reads these tables of an owner: all rows that the signed-in person may read.
 * @throws what the database answers, also when only one table cannot be read
 */
export async function readTables(
  ownerId: string,
  tables: Iterable<UserTable>,
  signal: AbortSignal,
): Promise<TableRows> {
  const { one, all } = readers(signal)
  const rows: Record<string, TableRow[]> = {}
  for (const table of tables)
    rows[table] = isOneRow(table)
      ? await one<TableRow>(supabase.from(table).select().eq('user_id', ownerId))
      : await all<TableRow & { id: string }>(() => supabase.from(table).select().eq('user_id', ownerId))
  return rows
}

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
  const { one, all } = readers(signal)
  return {
    profiles: await one<Tables<'profiles'>>(supabase.from('profiles').select().eq('user_id', ownerId)),
    ...(await readTables(ownerId, planTables, signal)),
    designations: await all<Tables<'designations'>>(() =>
      supabase.from('designations').select().eq('owner_id', ownerId),
    ),
    // Few people have exceptions to their role's rule, and no one more than six: one answer holds 1,000.
    part_access: await one<Tables<'part_access'>>(
      supabase.from('part_access').select().eq('owner_id', ownerId),
    ),
    first_hours: await one<Tables<'first_hours'>>(
      supabase.from('first_hours').select().eq('owner_id', ownerId),
    ),
    subscriptions: await one<Tables<'subscriptions'>>(
      supabase.from('subscriptions').select().eq('user_id', ownerId),
    ),
    health_consents: await one<Tables<'health_consents'>>(
      supabase.from('health_consents').select().eq('user_id', ownerId),
    ),
    cards: await one<Tables<'cards'>>(supabase.from('cards').select().eq('user_id', ownerId)),
    practices: await all<Tables<'practices'>>(() =>
      supabase.from('practices').select().eq('owner_id', ownerId),
    ),
    step_marks: await all<Tables<'step_marks'>>(() =>
      supabase.from('step_marks').select().eq('owner_id', ownerId),
    ),
    // Those they left of others are their own words as well.
    memories: await all<Tables<'memories'>>(() =>
      supabase.from('memories').select().or(`owner_id.eq.${ownerId},author_id.eq.${ownerId}`),
    ),
    access_events: await all<Tables<'access_events'>>(() =>
      supabase.from('access_events').select().eq('owner_id', ownerId),
    ),
  }
}

function isOneRow(table: UserTable): table is OneRowTable {
  return ONE_ROW.some((one) => one === table)
}
