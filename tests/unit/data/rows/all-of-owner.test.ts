import { beforeEach, expect, test } from 'vitest'
import { readOwnerData } from '@/data/rows/all-of-owner'
import databaseTypes from '@/lib/database.types.ts?raw'
import { planTables } from '@/parts'
import { anna, fakeSupabase, json, type Routes, signIn } from '../../fake-supabase'

/** Arranged by others after the owner's death: the owner reads nothing of them. */
const notTheOwners = ['services', 'service_guests']

/** The tables whose generated types have an owner column. */
function ownedTables(): Map<string, 'owner_id' | 'user_id'> {
  const [, tables = ''] = /\n {4}Tables: \{\n([\s\S]*?)\n {4}\}\n/.exec(databaseTypes) ?? []
  return new Map(
    [...tables.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n([\s\S]*?)\n {8}\}/gm)].flatMap(
      ([, table = '', columns = '']) => {
        const column = /^ {10}(owner_id|user_id): /m.exec(columns)?.[1]
        if (notTheOwners.includes(table)) return []
        return column === 'owner_id' || column === 'user_id' ? [[table, column]] : []
      },
    ),
  )
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('reading all data of an owner reads all columns of every table with an owner, only this owner’s rows', async () => {
  const owned = ownedTables()
  expect(owned.size).toBeGreaterThanOrEqual(11)
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
  for (const table of ownedTables().keys()) routes[`GET ${table}`] = json([])
  fakeSupabase({ ...routes, 'GET contacts': json({ code: '57014', message: 'slow' }, 500) })
  await expect(readOwnerData(anna.id, planTables, new AbortController().signal)).rejects.toMatchObject({
    code: '57014',
  })
})
