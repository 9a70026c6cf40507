import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resendKey } from '../../supabase/local/settings.ts'
import { type Bench, startBench, statusFor } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stack.stop())
beforeEach(() => ask('/api/v1/messages', { method: 'DELETE' }))

const ask = (path: string, init?: RequestInit) => fetch(bench.stack.mailboxUrl + path, init)
const search = async (query: string) =>
  (await (await ask(`/api/v1/search?query=${encodeURIComponent(query)}`)).json()).messages

const mail = {
  from: 'Heartwood <hello@example.com>',
  to: ['Ann <ann@example.com>'],
  subject: 'Hello',
  html: '<p>Hi &amp; bye</p>',
}
const send = (body: unknown = mail, headers: Record<string, string> = {}) =>
  ask('/emails', {
    method: 'POST',
    headers: { authorization: `Bearer ${resendKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

it('the mailbox answers under its own address alone, so that no other site can read codes', async () => {
  const { id } = await (await send()).json()
  for (const path of [
    '/',
    '/api/v1/messages',
    '/api/v1/search?query=code',
    `/message/${id}`,
    `/api/v1/message/${id}`,
  ]) {
    const url = bench.stack.mailboxUrl + path
    for (const host of [
      'evil.example',
      'evil.example:54324',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ])
      expect(await statusFor(url, host), `${host} ${path}`).toBe(403)
    for (const host of ['localhost:54324', '127.0.0.1'])
      expect(await statusFor(url, host), `${host} ${path}`).toBe(200)
  }
})

describe('Resend', () => {
  it('the stand-in for Resend delivers a mail, which Mailpit’s API finds', async () => {
    const { id } = await (await send()).json()
    const [found] = await search('to:"ann@example.com"')
    expect(found).toMatchObject({
      ID: id,
      Subject: 'Hello',
      To: [{ Name: 'Ann', Address: 'ann@example.com' }],
    })
    expect(await (await ask(`/api/v1/message/${id}`)).json()).toMatchObject({
      Text: 'Hi & bye',
      HTML: mail.html,
    })
    expect(await search('to:"bob@example.com"')).toEqual([])
    expect(await search('subject:"hello"')).toHaveLength(1)
    expect((await ask('/api/v1/message/nothing')).status).toBe(404)
  })

  it('the stand-in for Resend delivers once per idempotency key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [await (await send(mail, key)).json(), await (await send(mail, key)).json()]
    expect(again.id).toBe(first.id)
    expect(await search('')).toHaveLength(1)
    expect((await send({ ...mail, subject: 'Other' }, key)).status).toBe(409)
  })

  it('the stand-in for Resend refuses a wrong key and an invalid mail', async () => {
    expect((await send(mail, { authorization: 'Bearer wrong' })).status).toBe(401)
    for (const wrong of [
      { from: 'nobody' },
      { to: [] },
      { to: ['x'] },
      { subject: '' },
      { subject: 'a\nb' },
      { html: undefined },
    ]) {
      expect((await send({ ...mail, ...wrong })).status, JSON.stringify(wrong)).toBe(422)
    }
    expect(await search('')).toEqual([])
  })

  it('the stand-in for Resend fails when a test asks for it', async () => {
    await ask('/api/fail', { method: 'POST', body: '{"times": 2}' })
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([500, 500, 200])
  })

  it('the stand-in for Resend fails for one address when a test names it', async () => {
    const to = 'nobody@example.com'
    await ask('/api/fail', { method: 'POST', body: JSON.stringify({ times: 1, to }) })
    const statuses = [await send(), await send({ ...mail, to }), await send({ ...mail, to })]
    expect(statuses.map(({ status }) => status)).toEqual([200, 500, 200])
  })
})

describe('pages', () => {
  it('the pages of the mailbox show the mails without running any of their content', async () => {
    const { id } = await (
      await send({ ...mail, subject: '<b>Hello</b>', html: '<script>alert(1)</script>Hi' })
    ).json()
    const list = await (await ask('/')).text()
    expect(list).toContain('&#60;b&#62;Hello')
    expect(await (await ask(`/message/${id}`)).text()).toContain('sandbox="')
    const body = await ask(`/message/${id}/body`)
    expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await ask('/message/nothing')).status).toBe(404)
  })
})
