import { expect, test, vi } from 'vitest'
import { funeralPlanQuery } from '@/data/funeral-plan'
import { rows as contacts } from '@/parts/contacts'
import { rows as documents } from '@/parts/documents'
import { anna, fakeSupabase, json, offline, refusal, untilAborted } from '../../fake-supabase'

interface Read {
  queryFn: (given: { signal: AbortSignal }) => Promise<unknown>
}
const { signal } = new AbortController()
const read = (...queries: Read[]) => Promise.allSettled(queries.map(({ queryFn }) => queryFn({ signal })))
const found = (value: unknown) => ({ status: 'fulfilled', value })

const ben = { id: '1', name: 'Ben' }
const will = { id: '2', title: 'Will' }
const plan = { user_id: anna.id, service_type: 'Burial' }

test('tables that are asked for in the same moment are read in one request', async () => {
  const calls = fakeSupabase({
    'POST rpc/plan_rows': json({
      contacts: [ben],
      estate_documents: [will],
      funeral_plan: [plan],
      portraits: null,
    }),
  })
  const three = [contacts.query(anna.id), documents.query(anna.id), funeralPlanQuery(anna.id)]
  expect(await read(...three)).toEqual([found([ben]), found([will]), found(plan)])
  expect(calls.map(({ route, body }) => ({ route, body }))).toEqual([
    {
      route: 'POST rpc/plan_rows',
      body: { owner_id: anna.id, tables: ['contacts', 'estate_documents', 'funeral_plan'] },
    },
  ])
})

test('an owner without a funeral plan has none, also where it was read with other tables', async () => {
  fakeSupabase({ 'POST rpc/plan_rows': json({ contacts: [], funeral_plan: [] }) })
  expect(await read(contacts.query(anna.id), funeralPlanQuery(anna.id))).toEqual([found([]), found(null)])
})

test('a table that is asked for alone is read by itself', async () => {
  const calls = fakeSupabase({ 'POST rpc/plan_rows': json({}), 'GET contacts': json([ben]) })
  expect(await read(contacts.query(anna.id))).toEqual([found([ben])])
  expect(calls.map(({ route }) => route)).toEqual(['GET contacts'])
})

test('the tables of two owners are not read together', async () => {
  const calls = fakeSupabase({ 'GET contacts': json([ben]), 'GET estate_documents': json([will]) })
  const another = '22222222-2222-4222-8222-222222222222'
  expect(await read(contacts.query(anna.id), documents.query(another))).toEqual([found([ben]), found([will])])
  expect(calls.map(({ url }) => url.searchParams.get('user_id'))).toEqual([`eq.${anna.id}`, `eq.${another}`])
})

test('where tables can’t be read together, each is read by itself, and one that can’t be read takes no other along', async () => {
  fakeSupabase({
    'POST rpc/plan_rows': refusal('57014', 500),
    'GET contacts': json([ben]),
    'GET estate_documents': refusal('42501', 403),
  })
  const [ofContacts, ofDocuments] = await read(contacts.query(anna.id), documents.query(anna.id))
  expect(ofContacts).toEqual(found([ben]))
  expect(ofDocuments).toMatchObject({ status: 'rejected', reason: { code: '42501' } })
})

test('a table that the database doesn’t know to read with others is read by itself', async () => {
  fakeSupabase({ 'POST rpc/plan_rows': json({ contacts: [ben] }), 'GET estate_documents': json([will]) })
  expect(await read(contacts.query(anna.id), documents.query(anna.id))).toEqual([found([ben]), found([will])])
})

test('a lost answer is told at once, without a request for each table', async () => {
  const calls = fakeSupabase({ 'POST rpc/plan_rows': offline })
  const both = await read(contacts.query(anna.id), documents.query(anna.id))
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toHaveLength(1)
})

test('where all tables together take too long, each is read by itself', async () => {
  fakeSupabase({
    'POST rpc/plan_rows': () => Promise.reject(new DOMException('signal timed out', 'TimeoutError')),
    'GET contacts': json([ben]),
    'GET estate_documents': json([will]),
  })
  expect(await read(contacts.query(anna.id), documents.query(anna.id))).toEqual([found([ben]), found([will])])
})

test.each([
  ['the session has ended', refusal('PGRST303', 401)],
  ['the database can’t be reached', refusal('PGRST003', 504)],
])('where %s, it is told at once, without a request for each table', async (_, answer) => {
  const calls = fakeSupabase({ 'POST rpc/plan_rows': answer })
  const both = await read(contacts.query(anna.id), documents.query(anna.id))
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toHaveLength(1)
})

test('the request ends once no one waits for any of its tables, and no table is then read by itself', async () => {
  const calls = fakeSupabase({ 'POST rpc/plan_rows': untilAborted })
  const [ofContacts, ofDocuments] = [new AbortController(), new AbortController()]
  const answers = Promise.allSettled([
    contacts.query(anna.id).queryFn({ signal: ofContacts.signal }),
    documents.query(anna.id).queryFn({ signal: ofDocuments.signal }),
  ])
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  ofContacts.abort()
  expect(calls[0]?.signal?.aborted).toBe(false)
  ofDocuments.abort()
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toHaveLength(1)
})
