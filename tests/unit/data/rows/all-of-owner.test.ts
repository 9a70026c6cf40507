import { beforeEach, expect, test } from 'vitest'
import { readOwnerData } from '@/data/rows/all-of-owner'
import type { Database } from '@/lib/database.types'
import { planTables } from '@/parts'
import { anna, fakeSupabase, json, type Routes, signIn } from '../../fake-supabase'

type AllTables = Database['public']['Tables']

/** The tables that have a column, among those whose rows an owner reads: a service is arranged by others after the death. */
type TablesWith<Column extends string> = {
  [Table in keyof AllTables]: Column extends keyof AllTables[Table]['Row'] ? Table : never
}[Exclude<keyof AllTables, 'services' | 'service_guests'>]

/** Each table with an owner, and the column that says who it is: the compiler misses none, also one that is added. */
const ownerColumns: Record<TablesWith<'owner_id'>, 'owner_id'> & Record<TablesWith<'user_id'>, 'user_id'> = {
  access_events: 'owner_id',
  cards: 'user_id',
  contacts: 'user_id',
  designations: 'owner_id',
  estate_documents: 'user_id',
  financial_accounts: 'user_id',
  first_hours: 'owner_id',
  funeral_plan: 'user_id',
  health_consents: 'user_id',
  health_notes: 'user_id',
  health_papers: 'user_id',
  home_items: 'user_id',
  insurance_policies: 'user_id',
  memories: 'owner_id',
  part_access: 'owner_id',
  portraits: 'user_id',
  practices: 'owner_id',
  profiles: 'user_id',
  step_marks: 'owner_id',
  subscriptions: 'user_id',
  video_messages: 'user_id',
}
const owned = new Map(Object.entries(ownerColumns))

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('reading all data of an owner reads all columns of every table with an owner, only this owner’s rows', async () => {
  const routes: Routes = {}
  for (const table of owned.keys()) routes[`GET ${table}`] = json([{ id: table }])
  const calls = fakeSupabase(routes)
  const data = await readOwnerData(anna.id, planTables, new AbortController().signal)
  expect(Object.keys(data).sort()).toEqual([...owned.keys()].sort())
  for (const [table, column] of owned) {
    expect(Reflect.get(data, table)).toEqual([{ id: table }])
    const call = calls.find(({ route }) => route === `GET ${table}`)
    expect(call?.url.searchParams.get('select')).toBe('*')
    // Of memories also those which the person left of others.
    const [param, value] =
      table === 'memories'
        ? ['or', `(owner_id.eq.${anna.id},author_id.eq.${anna.id})`]
        : [column, `eq.${anna.id}`]
    expect(call?.url.searchParams.get(param)).toBe(value)
  }
})

test('reading all data of an owner fails when one table cannot be read', async () => {
  const routes: Routes = {}
  for (const table of owned.keys()) routes[`GET ${table}`] = json([])
  fakeSupabase({ ...routes, 'GET contacts': json({ code: '57014', message: 'slow' }, 500) })
  await expect(readOwnerData(anna.id, planTables, new AbortController().signal)).rejects.toMatchObject({
    code: '57014',
  })
})
