import { beforeEach, describe, expect, test } from 'vitest'
import { type Contact, type ContactInput, contacts } from '@/parts/contacts/data'
import { anna, type Call, fakeSupabase, json, offline, refusal, signIn } from '../../fake-supabase'

const input: ContactInput = { name: 'Cousin Carl', email: null, phone: '555 0100', relation: null }
const carl: Contact = {
  ...input,
  id: '22222222-2222-4222-8222-222222222222',
  invitee: false,
  rsvp_status: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const newer = { ...carl, updated_at: '2026-11-02T10:00:00+00:00' }
const add = (values = input) => contacts.save(anna.id, { id: carl.id, loaded: null, input: values })
const save = (values = input) => contacts.save(anna.id, { id: '', loaded: carl, input: values })
const routesOf = (calls: Call[]) => calls.map(({ route }) => route)

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('adding', () => {
  test('adding a row to an owned list sends the id made by the client, and the owner', async () => {
    const calls = fakeSupabase({ 'POST contacts': json(carl, 201) })
    expect(await add()).toEqual(carl)
    expect(calls.map(({ body }) => body)).toEqual([{ id: carl.id, user_id: anna.id, ...input }])
  })

  test('adding a row to an owned list returns the row of the first try when it is retried after a lost answer', async () => {
    const calls = fakeSupabase({
      'POST contacts': [offline, refusal('23505', 409)],
      'GET contacts': json([carl]),
    })
    await expect(add()).rejects.toThrow(/fetch/)
    expect(await add()).toEqual(carl)
    expect(routesOf(calls)).toEqual(['POST contacts', 'POST contacts', 'GET contacts'])
    expect(calls[2]?.url.searchParams.get('id')).toBe(`eq.${carl.id}`)
  })

  test('adding a row to an owned list updates the row of the first try when it is retried with other values after a lost answer', async () => {
    const renamed = { ...input, name: 'Carl' }
    const calls = fakeSupabase({
      'POST contacts': [offline, refusal('23505', 409)],
      'GET contacts': json([carl]),
      'PATCH contacts': json({ ...newer, name: 'Carl' }),
    })
    await expect(add()).rejects.toThrow(/fetch/)
    expect(await add(renamed)).toMatchObject({ id: carl.id, name: 'Carl' })
    expect(calls.at(-1)?.body).toEqual(renamed)
    expect(calls.at(-1)?.url.searchParams.get('updated_at')).toBe(`eq.${carl.updated_at}`)
  })

  test('adding a row to an owned list passes a refusal on without reading the row', async () => {
    const calls = fakeSupabase({ 'POST contacts': refusal('HW040') })
    await expect(add()).rejects.toMatchObject({ code: 'HW040' })
    expect(routesOf(calls)).toEqual(['POST contacts'])
  })

  test('adding a row to an owned list passes the refusal on when another row than the one with this id has a value that must be unique', async () => {
    fakeSupabase({ 'POST contacts': refusal('23505', 409), 'GET contacts': json([]) })
    await expect(add()).rejects.toMatchObject({ code: '23505' })
  })
})

describe('saving', () => {
  test('saving over a loaded row of an owned list sends only the values, and requires the version that was loaded', async () => {
    const calls = fakeSupabase({ 'PATCH contacts': json(newer) })
    expect(await save()).toEqual(newer)
    expect(calls[0]?.body).toEqual(input)
    expect(calls[0]?.url.searchParams.get('id')).toBe(`eq.${carl.id}`)
    expect(calls[0]?.url.searchParams.get('updated_at')).toBe(`eq.${carl.updated_at}`)
  })

  test.each([
    ['the row was changed elsewhere', [{ ...newer, name: 'Another' }], 'changed_elsewhere'],
    ['the row was deleted elsewhere', [], 'deleted_elsewhere'],
    ['the row is unchanged because the plan takes no changes', [carl], 'plan_closed'],
  ])('saving over a loaded row of an owned list is refused when %s', async (_what, rows, code) => {
    fakeSupabase({ 'PATCH contacts': json([]), 'GET contacts': json(rows) })
    await expect(save()).rejects.toMatchObject({ code })
  })

  test('saving over a loaded row of an owned list succeeds when it is retried after a lost answer', async () => {
    fakeSupabase({ 'PATCH contacts': [offline, json([])], 'GET contacts': json([newer]) })
    await expect(save()).rejects.toThrow(/fetch/)
    expect(await save()).toEqual(newer)
  })
})

describe('deleting', () => {
  test.each([
    ['the row exists', [{ id: carl.id }], [], ['DELETE contacts']],
    ['the row is already gone', [], [], ['DELETE contacts', 'GET contacts']],
  ])('deleting a row of an owned list succeeds when %s', async (_what, deleted, left, routes) => {
    const calls = fakeSupabase({ 'DELETE contacts': json(deleted), 'GET contacts': json(left) })
    await contacts.remove(carl.id)
    expect(routesOf(calls)).toEqual(routes)
  })

  test('deleting a row of an owned list is refused when the policies keep the row', async () => {
    fakeSupabase({ 'DELETE contacts': json([]), 'GET contacts': json([carl]) })
    await expect(contacts.remove(carl.id)).rejects.toMatchObject({ code: 'plan_closed' })
  })
})
