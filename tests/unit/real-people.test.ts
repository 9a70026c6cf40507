// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest'
import { refuseRealPeople } from '../support/real-people.ts'

const stack = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_SECRET_KEY: 'sb_secret_1' }
const answers = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
const users = (...emails: string[]) => ({ users: emails.map((email) => ({ email })) })

afterEach(() => void vi.unstubAllGlobals())

it('the tests run against a stack that has only people of tests', async () => {
  answers(users('olive.owner@example.com', 'x@heartwood.local', 'y@heartwood.example'))
  await expect(refuseRealPeople(stack)).resolves.toBeUndefined()
})

it.each([
  ['has accounts of people', users('olive@example.com', 'anna@gmail.com'), 200],
  ['has accounts of people', users('anna@notexample.com'), 200],
  ['does not tell', { message: 'no' }, 401],
  ['does not tell', {}, 200],
])('the tests refuse a stack that %s', async (words, body, status) => {
  answers(body, status)
  await expect(refuseRealPeople(stack)).rejects.toThrow(words)
  await expect(refuseRealPeople({ ...stack, TEST_AMONG_PEOPLE_OF: 'yes' })).rejects.toThrow(words)
  await expect(
    refuseRealPeople({ ...stack, TEST_AMONG_PEOPLE_OF: stack.SUPABASE_URL }),
  ).resolves.toBeUndefined()
})

it('the tests look at every page of a long list', async () => {
  const many = users(...Array.from({ length: 1000 }, (_, index) => `p${index}@example.com`))
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('page=1') ? many : users('anna@gmail.com')),
  )
  await expect(refuseRealPeople(stack)).rejects.toThrow('has accounts of people')
})
