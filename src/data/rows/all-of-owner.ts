import { supabase } from '@/data/client'
import type { Database, Tables } from '@/lib/database.types'
import { selectAll } from './select-all'

type AllTables = Database['public']['Tables']

/** The tables whose rows belong to an owner. */
type OwnedTable = {
  [Table in keyof AllTables]: AllTables[Table]['Row'] extends { owner_id: string } | { user_id: string }
    ? Table
    : never
}[keyof AllTables]

/** All that the database holds for an owner to read: every table, with every column, as it comes. */
export type OwnerData = { [Table in OwnedTable]: Tables<Table>[] }

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

/**
 * Reads all that belongs to an owner, each table to its end. This is open to them always: without membership, and while
 * their plan takes no changes. A new table with an owner's column does not compile before it stands here.
 */
export async function readOwnerData(ownerId: string, signal: AbortSignal): Promise<OwnerData> {
  const one = async <Row>(query: OneRow<Row>) => (await query.abortSignal(signal).throwOnError()).data
  const all = <Row extends { id: string | number }>(query: () => ManyRows<Row>) =>
    selectAll(() =>
      query().order('created_at', { ascending: false }).order('id').abortSignal(signal).throwOnError(),
    )
  return {
    profiles: await one(supabase.from('profiles').select().eq('user_id', ownerId)),
    funeral_plan: await one(supabase.from('funeral_plan').select().eq('user_id', ownerId)),
    designations: await all(() => supabase.from('designations').select().eq('owner_id', ownerId)),
    contacts: await all(() => supabase.from('contacts').select().eq('user_id', ownerId)),
    video_messages: await all(() => supabase.from('video_messages').select().eq('user_id', ownerId)),
    insurance_policies: await all(() => supabase.from('insurance_policies').select().eq('user_id', ownerId)),
    financial_accounts: await all(() => supabase.from('financial_accounts').select().eq('user_id', ownerId)),
    estate_documents: await all(() => supabase.from('estate_documents').select().eq('user_id', ownerId)),
    subscriptions: await one(supabase.from('subscriptions').select().eq('user_id', ownerId)),
    rehearsals: await all(() => supabase.from('rehearsals').select().eq('owner_id', ownerId)),
    access_events: await all(() => supabase.from('access_events').select().eq('owner_id', ownerId)),
  }
}
