import { describe, expect, it } from 'vitest'
import { DatabaseError, type Rpc } from '../../../supabase/functions/_shared/database.ts'
import { makeGuestToken } from '../../../supabase/functions/_shared/guest-link.ts'
import { serviceGuest } from '../../../supabase/functions/service-guest/handler.ts'

const codeKey = 'k'.repeat(32)
const id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1'
const token = makeGuestToken(codeKey, id)
const memoryId = '11111111-2222-4333-8444-555555555555'
const jpeg = (size = 100) => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(size - 4)])
const text = (bytes: Buffer) => bytes.toString('base64')
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
  phone: null,
  invited_by: 'Anna Ellis',
  is_called_off: false,
  is_over: false,
  calendar_version: 0,
  calendar_changed_at: '2026-11-20T10:00:00+00:00',
  answer: null,
  people: null,
  message: null,
  answered_earlier: false,
  answer_was_taken: false,
  is_unsubscribed: false,
  portrait: null,
  takes_memories: false,
  memories: [],
}

interface Given {
  headers?: Record<string, string>
  /** What the database answers, by the name of the function. */
  answers?: Record<string, unknown>
  /** What goes wrong when a file is stored. */
  failure?: string | null
}

/**
 * Calls the function; a name in `refusals` is refused by the database with that code. Files that are stored are in the
 * calls as well.
 */
function call(
  body: object,
  refusals: Record<string, string> = {},
  { headers = {}, answers = {}, failure = null }: Given = {},
) {
  const calls: [string, Record<string, unknown>][] = []
  const rpc: Rpc = async (name, args, schema) => {
    calls.push([name, args])
    if (refusals[name]) throw new DatabaseError(name, refusals[name])
    const known: Record<string, unknown> = {
      service_of_guest: [{ ...page, secret: 'of the plan' }],
      mistake_of_guest: [],
    }
    return schema.parse(answers[name] ?? known[name] ?? null)
  }
  const storeFile = async (bucket: string, path: string, bytes: Uint8Array, type: string) => {
    calls.push(['storeFile', { bucket, path, size: bytes.length, type }])
    return failure
  }
  const signFiles = async (bucket: string, paths: string[]) =>
    new Map(paths.filter((path) => !path.includes('gone')).map((path) => [path, `/signed/${bucket}/${path}`]))
  const request = new Request('http://x/service-guest', {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  return { calls, answer: serviceGuest({ rpc, codeKey, codeKeys: [codeKey], storeFile, signFiles })(request) }
}

describe('guests', () => {
  it('service-guest reads the page of the guest whom the link names, and passes on nothing else', async () => {
    const { calls, answer } = call({ token })
    expect(await answer).toEqual(page)
    expect(calls).toEqual([['service_of_guest', { p_guest_id: id }]])
  })

  it('service-guest saves an answer, and reads the page then', async () => {
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

  it.each([true, false])(
    'service-guest ends the mail to a guest who asks for that, or begins it again: %s',
    async (unsubscribe) => {
      const { calls, answer } = call({ token, unsubscribe })
      await answer
      expect(calls).toEqual([
        ['unsubscribe_guest', { p_guest_id: id, p_unsubscribed: unsubscribe }],
        ['service_of_guest', { p_guest_id: id }],
      ])
    },
  )

  it.each([
    [{ token }, 'service_of_guest'],
    [{ token, answer: { answer: 'no', message: '' } }, 'answer_service'],
  ])(
    'service-guest answers %j with the mistake alone once someone was wrongly taken for dead',
    async (body, name) => {
      const mistake = { owner_name: 'Edith Marlow', owner_lives: true }
      const given = { answers: { mistake_of_guest: [{ ...mistake, secret: 'of the plan' }] } }
      const { calls, answer } = call(body, { [name]: 'HW064' }, given)
      expect(await answer).toEqual({ mistake })
      expect(calls.at(-1)).toEqual(['mistake_of_guest', { p_guest_id: id }])
    },
  )

  it('service-guest asks for a mistake only when the link opens nothing', async () => {
    const given = { answers: { mistake_of_guest: [{ owner_name: 'Edith Marlow', owner_lives: true }] } }
    const over = call({ token, answer: { answer: 'no', message: '' } }, { answer_service: 'HW067' }, given)
    await expect(over.answer).rejects.toMatchObject({ code: 'HW067' })
    expect(over.calls.map(([name]) => name)).toEqual(['answer_service'])
    const guessed = call({ token: 'guess' }, {}, given)
    await expect(guessed.answer).rejects.toMatchObject({ code: 'HW064' })
    expect(guessed.calls.map(([name]) => name)).toEqual(['note_wrong_link'])
  })

  it.each([
    { answer: 'maybe', people: 1, message: '' },
    { answer: 'yes', message: '' },
    { answer: 'yes', people: 0, message: '' },
    { answer: 'yes', people: 21, message: '' },
    { answer: 'yes', people: 1.5, message: '' },
    { answer: 'no' },
    { answer: 'no', message: 'x'.repeat(1001) },
  ])('service-guest refuses the answer %j before the database hears of it', async (given) => {
    const { calls, answer } = call({ token, answer: given })
    await expect(answer).rejects.toMatchObject({ status: 400 })
    expect(calls).toEqual([])
  })

  it('service-guest leaves a memory of words alone', async () => {
    const { calls, answer } = call({ token, memory: { id: memoryId, words: ' We sailed. ' } })
    expect(await answer).toEqual(page)
    expect(calls).toEqual([
      [
        'leave_guest_memory',
        { p_guest_id: id, p_memory_id: memoryId, p_words: 'We sailed.', p_picture_path: null },
      ],
      ['service_of_guest', { p_guest_id: id }],
    ])
  })

  it('service-guest stores a picture where the database says before its memory, under a name of its own for each try', async () => {
    const leave = async (picture: Buffer) => {
      const body = { token, memory: { id: memoryId, words: '', picture: text(picture) } }
      const { calls, answer } = call(body, {}, { answers: { guest_memory_folder: 'owner/guest' } })
      await answer
      return calls
    }
    const calls = await leave(jpeg(1024 * 1024))
    const path = expect.stringMatching(new RegExp(`^owner/guest/${memoryId}-[0-9a-f]{16}\\.jpg$`))
    expect(calls).toEqual([
      ['guest_memory_folder', { p_guest_id: id, p_memory_id: memoryId }],
      ['storeFile', { bucket: 'memories', path, size: 1024 * 1024, type: 'image/jpeg' }],
      ['leave_guest_memory', { p_guest_id: id, p_memory_id: memoryId, p_words: null, p_picture_path: path }],
      ['service_of_guest', { p_guest_id: id }],
    ])
    const [again, other] = [await leave(jpeg(1024 * 1024)), await leave(jpeg(200))]
    expect(again[1]?.[1].path).toBe(calls[1]?.[1].path)
    expect(other[1]?.[1].path).not.toBe(calls[1]?.[1].path)
  })

  it('service-guest stores nothing for a memory that is there already, or that the database refuses', async () => {
    const body = { token, memory: { id: memoryId, words: '', picture: text(jpeg()) } }
    const there = call(body)
    expect(await there.answer).toEqual(page)
    expect(there.calls.map(([name]) => name)).toEqual(['guest_memory_folder', 'service_of_guest'])
    const refused = call(body, { guest_memory_folder: 'HW073' })
    await expect(refused.answer).rejects.toMatchObject({ status: 409, code: 'HW073' })
    expect(refused.calls).toHaveLength(1)
  })

  it('service-guest discards the picture of a memory that the database refuses, and of no other', async () => {
    const memory = { id: memoryId, words: '', picture: text(jpeg()) }
    const answers = { guest_memory_folder: 'owner/guest' }
    const discarded = (calls: [string, Record<string, unknown>][]) =>
      calls.filter(([name]) => name === 'discard_guest_picture').map(([, given]) => given)
    const refused = call({ token, memory }, { leave_guest_memory: 'HW074' }, { answers })
    await expect(refused.answer).rejects.toMatchObject({ code: 'HW074' })
    const [stored] = refused.calls.filter(([name]) => name === 'storeFile')
    expect(discarded(refused.calls)).toEqual([{ p_guest_id: id, p_path: stored?.[1].path }])
    // Also when it cannot be discarded.
    const both = { leave_guest_memory: 'HW074', discard_guest_picture: '57014' }
    await expect(call({ token, memory }, both, { answers }).answer).rejects.toMatchObject({ status: 409 })
    // It may have been left all the same.
    const unknown = call({ token, memory }, { leave_guest_memory: '57014' }, { answers })
    await expect(unknown.answer).rejects.toBeInstanceOf(DatabaseError)
    expect(discarded(unknown.calls)).toEqual([])
    const words = call({ token, memory: { id: memoryId, words: 'x' } }, { leave_guest_memory: 'HW074' })
    await expect(words.answer).rejects.toMatchObject({ status: 409 })
    expect(discarded(words.calls)).toEqual([])
  })

  it('service-guest says that there are enough when other requests filled the folder before the picture was stored', async () => {
    const memory = { id: memoryId, words: '', picture: text(jpeg()) }
    const asked: string[] = []
    const rpc: Rpc = async (name, _args, schema) => {
      asked.push(name)
      if (asked.length === 2) throw new DatabaseError(name, 'HW074')
      return schema.parse('owner/guest')
    }
    const storeFile = async () => 'StorageApiError 403'
    const request = new Request('http://x/service-guest', {
      method: 'POST',
      body: JSON.stringify({ token, memory }),
    })
    const handler = serviceGuest({
      rpc,
      codeKey,
      codeKeys: [codeKey],
      storeFile,
      signFiles: async () => new Map(),
    })
    await expect(handler(request)).rejects.toMatchObject({ status: 409, code: 'HW074' })
    expect(asked).toEqual(['guest_memory_folder', 'guest_memory_folder'])
  })

  it('service-guest adds no memory whose picture was not stored', async () => {
    const body = { token, memory: { id: memoryId, words: 'x', picture: text(jpeg()) } }
    const given = { answers: { guest_memory_folder: 'owner/guest' }, failure: 'StorageApiError 500' }
    const { calls, answer } = call(body, {}, given)
    await expect(answer).rejects.toThrow('StorageApiError 500')
    expect(calls.map(([name]) => name)).toEqual(['guest_memory_folder', 'storeFile', 'guest_memory_folder'])
  })

  it('service-guest takes a memory back', async () => {
    const { calls, answer } = call({ token, take_back: memoryId })
    await answer
    expect(calls[0]).toEqual(['take_back_guest_memory', { p_guest_id: id, p_memory_id: memoryId }])
  })

  it.each([
    { id: memoryId, words: ' ' },
    { id: memoryId, words: 'x'.repeat(3001) },
    { id: memoryId },
    { id: 'm1', words: 'x' },
    { words: 'x' },
    { id: memoryId, words: 'x', picture: '' },
    { id: memoryId, words: 'x', picture: text(Buffer.from('<svg onload="alert(1)"/>')) },
    { id: memoryId, words: 'x', picture: text(jpeg(1024 * 1024 + 1)) },
    { id: memoryId, words: 'x', picture: `${text(jpeg(99))}====` },
    { id: memoryId, words: 'x', picture: `data:image/jpeg;base64,${text(jpeg())}` },
  ])('service-guest refuses a memory like %j before the database hears of it', async (memory) => {
    const { calls, answer } = call({ token, memory })
    await expect(answer).rejects.toMatchObject({ status: 400, code: 'invalid_body' })
    expect(calls).toEqual([])
  })

  it('service-guest gives links in place of paths, and none to a picture that is gone', async () => {
    const dates = { born_on: '1940-05-01', born_in: null, remembered_by: 'She sang.', died_on: null }
    const one = { id: memoryId, words: 'x', is_hidden: true, created_at: '2026-11-20T10:00:00+00:00' }
    const shown = {
      ...page,
      portrait: { ...dates, picture_path: 'o/portrait/1.jpg' },
      memories: [
        { ...one, picture_path: 'o/g/1.jpg' },
        { ...one, picture_path: 'o/g/gone.jpg' },
        { ...one, picture_path: null },
      ],
    }
    const { answer } = call({ token }, {}, { answers: { service_of_guest: [shown] } })
    expect(await answer).toEqual({
      ...page,
      portrait: { ...dates, picture: '/signed/pictures/o/portrait/1.jpg' },
      memories: [
        { ...one, picture: '/signed/memories/o/g/1.jpg' },
        { ...one, picture: null },
        { ...one, picture: null },
      ],
    })
  })

  it('service-guest counts a wrong link by the hash of its network, and reads nothing', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': `${address}, 10.0.0.1` })
    const [one, again, other] = ['203.0.113.7', '203.0.113.7', '203.0.113.8'].map((address) =>
      call({ token: `${token}A` }, {}, { headers: from(address) }),
    )
    for (const tried of [one, again, other])
      await expect(tried?.answer).rejects.toMatchObject({ status: 404, code: 'HW064' })
    const networks = [one, again, other].map((tried) =>
      tried?.calls.map(([name, args]) => [name, args.p_network]),
    )
    expect(networks[0]).toEqual([['note_wrong_link', expect.stringMatching(/^[0-9a-f]{64}$/)]])
    expect(networks[1]).toEqual(networks[0])
    expect(networks[2]).not.toEqual(networks[0])
  })

  it.each([
    ['note_wrong_link', 'HW066', { token: 'guess' }, 429],
    ['service_of_guest', 'HW064', { token }, 404],
    ['unsubscribe_guest', 'HW064', { token, unsubscribe: true }, 404],
    ['answer_service', 'HW067', { token, answer: { answer: 'no', message: '' } }, 409],
    ['leave_guest_memory', 'HW073', { token, memory: { id: memoryId, words: 'x' } }, 409],
    ['leave_guest_memory', 'HW074', { token, memory: { id: memoryId, words: 'x' } }, 409],
    ['leave_guest_memory', 'HW006', { token, memory: { id: memoryId, words: 'x' } }, 403],
    ['take_back_guest_memory', 'HW064', { token, take_back: memoryId }, 404],
  ])('service-guest answers for %s refusing with %s', async (name, code, body, status) => {
    await expect(call(body, { [name]: code }).answer).rejects.toMatchObject({ status, code })
  })
})
