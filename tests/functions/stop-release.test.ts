// "I'm alive: stop this" by the link in a mail, for an owner who cannot sign in.
import { describe, expect, it } from 'vitest'
import {
  asAdministrator,
  decide,
  hasSql,
  household,
  needsSql,
  type Person,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { answers, appOrigin, call, hasMailbox, mailsTo, needsMailbox, runHousekeeping } from './calls.ts'

const stopWith = (token: unknown) => call('stop-release', { body: JSON.stringify({ token }) })
const mayRead = async ({ client }: Person) => (await succeed(client.from('contacts').select('id'))).length > 0
const reviewOf = async (owner: Person) =>
  (await succeed(owner.client.from('profiles').select('death_review').eq('user_id', owner.id).single()))
    .death_review

/** The links to stop a release that a person was sent, newest first. */
async function linksTo({ email }: Person): Promise<string[]> {
  await runHousekeeping()
  const mails = await mailsTo(email)
  return mails.flatMap(({ Text }) => Text.match(/https?:\S+\/stop#\S+/g) ?? [])
}

const tokenIn = (link: string | undefined) => new URL(link ?? 'about:blank').hash.slice(1)

describe.skipIf(!hasMailbox)(`links${needsMailbox}`, () => {
  it('the link to stop a release stops the review under any session, and once however often it is pressed', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await submitCertificate(executor, owner)
    const [link] = await linksTo(owner)
    expect(link).toContain(`${appOrigin}/stop#`)
    const answer = await stopWith(tokenIn(link))
    expect([answer.status, await answer.json()]).toEqual([200, { stopped: true }])
    expect(await reviewOf(owner)).toBe('rejected')
    const again = await stopWith(tokenIn(link))
    expect([again.status, await again.json()]).toEqual([200, { stopped: true }])
    const events = await succeed(
      owner.client
        .from('access_events')
        .select('action, actor_role, actor_id')
        .eq('action', 'release_stopped'),
    )
    expect(events).toEqual([{ action: 'release_stopped', actor_role: 'owner', actor_id: owner.id }])
  })

  it('the link to stop a release tells who submitted the certificate and what is left to stop, and stops nothing by that', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await submitCertificate(executor, owner)
    const [link] = await linksTo(owner)
    const look = async (token = tokenIn(link)) => {
      const answer = await call('stop-release', { body: JSON.stringify({ token, look: true }) })
      return [answer.status, await answer.json()]
    }
    expect(await look()).toEqual([200, { state: 'waiting', submitted_by: executor.name }])
    expect(await reviewOf(owner)).toBe('pending')
    await stopWith(tokenIn(link))
    expect(await look()).toEqual([200, { state: 'stopped', submitted_by: executor.name }])
    expect((await look(`${tokenIn(link)}x`))[0]).toBe(404)
  })

  it('the link to stop a release does nothing when it is only opened', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await submitCertificate(executor, owner)
    const [link = ''] = await linksTo(owner)
    for (const method of ['GET', 'HEAD']) expect((await call('stop-release', { method })).status).toBe(405)
    // A robot that follows the link reaches the app, without what stands after the #.
    expect(new URL(link).pathname).toBe('/stop')
    expect(await reviewOf(owner)).toBe('pending')
  })

  it('the link to stop a release is sent to no one but the owner', async () => {
    const { owner, executor, beneficiary } = await household('hidden', ['executor', 'beneficiary'])
    await submitCertificate(executor, owner)
    expect(await linksTo(owner)).toHaveLength(1)
    for (const who of [executor, beneficiary]) expect(await linksTo(who)).toEqual([])
  })

  it.each(['', 'x', '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1', '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1.AAAA'])(
    'cannot be guessed: %j',
    async (token) => {
      const [status, code] = token ? ([404, 'HW064'] as const) : ([400, 'invalid_body'] as const)
      await answers(await stopWith(token), status, code)
    },
  )

  it('the link to stop a release of one owner does not stop the release of another', async () => {
    const [one, other] = await Promise.all([
      household('hidden', ['executor']),
      household('hidden', ['executor']),
    ])
    await submitCertificate(one.executor, one.owner)
    await submitCertificate(other.executor, other.owner)
    const [of, signatureOf] = [await linksTo(one.owner), await linksTo(other.owner)].map(([link]) =>
      tokenIn(link),
    )
    const mixed = `${of?.split('.')[0]}.${signatureOf?.split('.')[1]}`
    await answers(await stopWith(mixed), 404, 'HW064')
    await stopWith(of)
    expect(await reviewOf(one.owner)).toBe('rejected')
    expect(await reviewOf(other.owner)).toBe('pending')
  })

  it.skipIf(!hasSql)(
    `the link to stop a release closes an open plan, and ends after 30 days or with its certificate${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      await submitCertificate(executor, owner)
      await decide(owner, 'approved')
      expect(await mayRead(executor)).toBe(true)
      const [link] = await linksTo(owner)
      const age = (days: number) =>
        asAdministrator(
          'update private.certificate_submissions set submitted_at = now() - make_interval(days => $2) where owner_id = $1',
          [owner.id, days],
        )
      await age(30)
      await answers(await stopWith(tokenIn(link)), 409, 'HW004')
      expect(await mayRead(executor)).toBe(true)
      await age(29)
      expect((await stopWith(tokenIn(link))).status).toBe(200)
      expect(await mayRead(executor)).toBe(false)
      await asAdministrator(
        `update private.certificate_submissions set decided_at = decided_at - interval '2 days' where owner_id = $1`,
        [owner.id],
      )
      await submitCertificate(executor, owner)
      await answers(await stopWith(tokenIn(link)), 409, 'HW004')
      expect(await reviewOf(owner)).toBe('pending')
    },
  )
})
