import { describe, expect, it } from 'vitest'
import { address, asAdministrator, hasSql, needsSql, person } from '../support/people.ts'
import { answers, call, publishableKey } from './calls.ts'

const report = (body: unknown) =>
  call('report-unsent-code', { headers: { apikey: publishableKey }, body: JSON.stringify(body) })

/** When Auth last sent a code to an address. */
const sentTo = async (email: string) =>
  (
    await asAdministrator<{ is_sent: boolean }>(
      `select greatest(recovery_sent_at, confirmation_sent_at) > now() - interval '1 minute' as is_sent
         from auth.users where email = $1`,
      [email],
    )
  )[0]?.is_sent ?? null

describe.skipIf(!hasSql)(`unsent codes${needsSql}`, () => {
  const noCodeYet = (email: string) =>
    asAdministrator(
      'update auth.users set recovery_sent_at = null, confirmation_sent_at = null where email = $1',
      [email],
    )
  const pass = () => asAdministrator(`update private.code_probes set begun_at = '-infinity'`)

  it('report-unsent-code has Auth send the code to a person with an account, and notes that it could', async () => {
    const { email, id } = await person('Ann')
    await noCodeYet(email)
    await pass()
    await asAdministrator(
      `update private.code_probes set failed_users = array[$1::uuid], failed_since = now()`,
      [id],
    )
    const response = await report({ email: ` ${email.toUpperCase()}` })
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
    const failed = () => asAdministrator('select failed_since from private.code_probes')
    await expect.poll(failed, { timeout: 20_000 }).toEqual([{ failed_since: null }])
    expect(await sentTo(email)).toBe(true)
  })

  it('report-unsent-code answers the same for an address without an account, and makes none', async () => {
    await pass()
    const email = address('Nobody')
    const response = await report({ email })
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
    expect(await sentTo(email)).toBeNull()
  })

  it('report-unsent-code refuses what is no address', async () => {
    await answers(await report({ email: 'nobody' }), 400, 'invalid_body')
  })
})
