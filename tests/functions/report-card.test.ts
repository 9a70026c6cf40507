// What the holder of a card can do without an account, and the owner's link that ends the card.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asAdministrator, hasSql, household, type Person, succeed } from '../support/people.ts'
import {
  answers,
  appOrigin,
  call,
  failMails,
  hasMailbox,
  mailsTo,
  needsMailbox,
  runHousekeeping,
} from './calls.ts'

let network = 0
interface Sent {
  /** The caller's network address; each call has its own unless one is named. */
  from?: string
  contact?: string
}

const send = (code: string, { from = `198.51.100.${++network % 250}`, ...changes }: Sent = {}) =>
  call('report-card', {
    headers: { 'x-forwarded-for': from },
    body: JSON.stringify({
      id: randomUUID(),
      code,
      kind: 'death',
      name: 'Nora Nurse',
      contact: '+1 503 555 0100',
      message: 'At the hospital.',
      ...changes,
    }),
  })

async function cardOf({ client }: Person): Promise<string> {
  await succeed(client.rpc('make_card'))
  return (await succeed(client.from('cards').select('code').single())).code
}

const aboutCard = async ({ email }: Pick<Person, 'email'>) =>
  (await mailsTo(email)).filter(({ Subject, Text }) => /card/i.test(`${Subject} ${Text}`))

describe.skipIf(!hasMailbox || !hasSql)(`reports${needsMailbox}`, () => {
  it('a report by a card is emailed to the owner and the people named, even when mail is down at first', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const code = await cardOf(owner)
    await failMails(1, executor.email)
    expect((await send(code)).status).toBe(200)
    await runHousekeeping()
    expect(await aboutCard(executor)).toEqual([])
    await asAdministrator(
      `update private.mail_outbox set next_attempt_at = now() where to_email = $1 and sent_at is null`,
      [executor.email],
    )
    await runHousekeeping()
    const [[toExecutor], [toOwner]] = [await aboutCard(executor), await aboutCard(owner)]
    expect(toExecutor?.Subject).toBe('Someone told us that Olive Owner has died')
    expect(toExecutor?.Text).toContain('+1 503 555 0100')
    expect(toExecutor?.Text).toContain(`${appOrigin}/memorial/${owner.id}`)
    expect(toOwner?.Text).toMatch(/\/stop-card#\S+/)
  })

  it('attack: the answer tells nothing of whether there is such a card', async () => {
    const { owner } = await household('hidden', [])
    const [{ made } = { made: '' }] = await asAdministrator<{ made: string }>(
      'select private.new_card_code() as made',
    )
    const told = async (response: Response) => ({
      status: response.status,
      body: await response.text(),
      headers: [...response.headers].filter(([name]) => !/date|request|time/i.test(name)),
    })
    const known = await told(await send(await cardOf(owner)))
    expect(known).toMatchObject({ status: 200, body: '{"received":true}' })
    expect(await told(await send(made))).toEqual(known)
    const events = await succeed(
      owner.client.from('access_events').select('action').eq('action', 'card_used'),
    )
    // Whose card it is is only looked up after the answer.
    expect(events).toEqual([])
  })

  it('attack: trying many codes from one network is refused, for known and unknown ones alike', async () => {
    const from = '203.0.113.77'
    const { owner } = await household('hidden', [])
    const code = await cardOf(owner)
    const codes = await asAdministrator<{ made: string }>(
      'select private.new_card_code() as made from generate_series(1, 10)',
    )
    for (const { made } of codes) expect((await send(made, { from })).status).toBe(200)
    await answers(await send(code, { from }), 429, 'HW070')
    await answers(await send(codes[0]?.made ?? '', { from }), 429, 'HW070')
  })

  it('a report by a card refuses a mistyped code, and whatever is not a report', async () => {
    const { owner } = await household('hidden', [])
    const code = await cardOf(owner)
    const mistyped = (code.startsWith('0') ? '1' : '0') + code.slice(1)
    await answers(await send(mistyped), 400, 'HW071')
    await answers(await send(code.slice(1)), 400, 'invalid_body')
    await answers(await send(code, { contact: 'https://evil.example' }), 400, 'invalid_body')
    for (const method of ['GET', 'DELETE']) expect((await call('report-card', { method })).status).toBe(405)
  })
})

describe.skipIf(!hasMailbox)(`ending${needsMailbox}`, () => {
  const stopWith = (name: string, token: string) => call(name, { body: JSON.stringify({ token }) })

  it('the link that ends a card ends it once however often it is pressed, stops nothing else, and tells the people named', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await send(await cardOf(owner))
    await runHousekeeping()
    const [mail] = await aboutCard(owner)
    const token = /\/stop-card#(\S+)/.exec(mail?.Text ?? '')?.[1] ?? ''
    await answers(await stopWith('stop-release', token), 404, 'HW064')
    for (const method of ['GET', 'HEAD']) expect((await call('stop-card', { method })).status).toBe(405)
    expect((await stopWith('stop-card', token)).status).toBe(200)
    expect(await succeed(owner.client.from('cards').select('user_id'))).toEqual([])
    expect((await stopWith('stop-card', token)).status).toBe(200)
    await answers(await stopWith('stop-card', `${token}A`), 404, 'HW064')
    await runHousekeeping()
    expect((await aboutCard(executor)).map(({ Subject }) => Subject)).toContain(
      'Olive Owner’s card was ended',
    )
  })
})
