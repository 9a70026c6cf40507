import { describe, expect, it } from 'vitest'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { makeGuestToken } from '../../../supabase/functions/_shared/guest-link.ts'
import { serviceGuest } from '../../../supabase/functions/service-guest/handler.ts'

const codeKey = 'k'.repeat(32)
const id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1'
const token = makeGuestToken(codeKey, id)
const page = {
  owner_name: 'Edith Marlow',
  guest_name: 'Gus',
  held_on: '2026-12-05',
  held_at: '14:00:00',
  time_zone: 'America/New_York',
  starts_at: '2026-12-05T19:00:00+00:00',
  place: 'St. Brannoc',
  address: null,
  dress: null,
  livestream_url: null,
  flowers: null,
  note: null,
  is_called_off: false,
  is_over: false,
  answer: null,
  people: null,
  message: null,
  is_unsubscribed: false,
}

/** Calls the function; a name in `refusals` is refused by the database with that code. */
function call(body: object, refusals: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const calls: [string, Record<string, unknown>][] = []
  const rpc: Rpc = async (name, args, schema) => {
    calls.push([name, args])
    if (refusals[name]) throw new DatabaseError(name, refusals[name])
    return schema.parse(name === 'service_of_guest' ? [{ ...page, secret: 'of the plan' }] : null)
  }
  const request = new Request('http://x/service-guest', {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  return { calls, answer: serviceGuest({ rpc, codeKey })(request) }
}

describe('service-guest', () => {
  it('reads the page of the guest whom the link names, and passes on nothing else', async () => {
    const { calls, answer } = call({ token })
    expect(await answer).toEqual(page)
    expect(calls).toEqual([['service_of_guest', { p_guest_id: id }]])
  })

  it('saves an answer, and reads the page then', async () => {
    const { calls, answer } = call({ token, answer: { answer: 'yes', people: 3, message: 'All of us' } })
    await answer
    expect(calls).toEqual([
      ['answer_service', { p_guest_id: id, p_answer: 'yes', p_people: 3, p_message: 'All of us' }],
      ['service_of_guest', { p_guest_id: id }],
    ])
    const no = call({ token, answer: { answer: 'no', people: 3, message: '' } })
    await no.answer
    expect(no.calls[0]?.[1]).toMatchObject({ p_answer: 'no', p_people: null })
  })

  it('ends the mail to a guest who asks for that', async () => {
    const { calls, answer } = call({ token, unsubscribe: true })
    await answer
    expect(calls.map(([name]) => name)).toEqual(['unsubscribe_guest', 'service_of_guest'])
  })

  it.each([
    { answer: 'maybe', people: 1, message: '' },
    { answer: 'yes', message: '' },
    { answer: 'yes', people: 0, message: '' },
    { answer: 'yes', people: 21, message: '' },
    { answer: 'yes', people: 1.5, message: '' },
    { answer: 'no' },
    { answer: 'no', message: 'x'.repeat(1001) },
  ])('refuses the answer %j before the database hears of it', async (given) => {
    const { calls, answer } = call({ token, answer: given })
    await expect(answer).rejects.toMatchObject({ status: 400 })
    expect(calls).toEqual([])
  })

  it('counts a wrong link by the hash of its network, and reads nothing', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': `${address}, 10.0.0.1` })
    const [one, again, other] = ['203.0.113.7', '203.0.113.7', '203.0.113.8'].map((address) =>
      call({ token: `${token}A` }, {}, from(address)),
    )
    for (const tried of [one, again, other])
      await expect(tried?.answer).rejects.toMatchObject({ status: 404, code: 'link_not_valid' })
    const networks = [one, again, other].map((tried) =>
      tried?.calls.map(([name, args]) => [name, args.p_network]),
    )
    expect(networks[0]).toEqual([['note_wrong_link', expect.stringMatching(/^[0-9a-f]{64}$/)]])
    expect(networks[1]).toEqual(networks[0])
    expect(networks[2]).not.toEqual(networks[0])
  })

  it.each([
    ['note_wrong_link', 'HW066', { token: 'guess' }, 429, 'too_many_links'],
    ['service_of_guest', 'HW064', { token }, 404, 'link_not_valid'],
    ['unsubscribe_guest', 'HW064', { token, unsubscribe: true }, 404, 'link_not_valid'],
    ['answer_service', 'HW065', { token, answer: { answer: 'no', message: '' } }, 409, 'service_over'],
  ])('answers for %s refusing with %s', async (name, code, body, status, answered) => {
    await expect(call(body, { [name]: code }).answer).rejects.toMatchObject({ status, code: answered })
  })
})
