// "Close it" by the link in a mail, for an owner whose first hours someone opened and who cannot sign in.
import { describe, expect, it } from 'vitest'
import { household, type Person, succeed } from '../support/people.ts'
import { answers, appOrigin, call, hasMailbox, mailsTo, needsMailbox, runHousekeeping } from './calls.ts'

const closeWith = (token: unknown) => call('stop-opening', { body: JSON.stringify({ token }) })
const mayRead = async ({ client }: Person) => (await succeed(client.from('contacts').select('id'))).length > 0

/** A plan whose executor opened its first hours. */
async function opened() {
  const { owner, executor, designation } = await household('hidden', ['executor'])
  await succeed(
    owner.client.rpc('set_part_timing', {
      designation_id: designation.executor,
      choice: 'contacts',
      timing: 'first_hours',
    }),
  )
  await succeed(executor.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'ill' }))
  return { owner, executor }
}

async function linksTo({ email }: Person): Promise<string[]> {
  await runHousekeeping()
  const mails = await mailsTo(email)
  return mails.flatMap(({ Text }) => Text.match(/https?:\S+\/stop-opening#\S+/g) ?? [])
}

const tokenIn = (link: string | undefined) => new URL(link ?? 'about:blank').hash.slice(1)

describe.skipIf(!hasMailbox)(`the link that closes the first hours${needsMailbox}`, () => {
  it('closes them under any session, once however often it is pressed, and reaches the owner alone', async () => {
    const { owner, executor } = await opened()
    const [link] = await linksTo(owner)
    expect(link).toContain(`${appOrigin}/stop-opening#`)
    expect(await linksTo(executor)).toEqual([])
    expect(await mayRead(executor)).toBe(true)
    for (let press = 0; press < 2; press += 1) {
      const answer = await closeWith(tokenIn(link))
      expect([answer.status, await answer.json()]).toEqual([200, { stopped: true }])
    }
    expect(await mayRead(executor)).toBe(false)
    const events = await succeed(
      owner.client.from('access_events').select('actor_role').eq('action', 'first_hours_closed'),
    )
    expect(events).toEqual([{ actor_role: 'owner' }])
  })

  it('does nothing when it is only opened, and cannot be guessed or taken from another mail', async () => {
    const { owner, executor } = await opened()
    const [link] = await linksTo(owner)
    for (const method of ['GET', 'HEAD']) expect((await call('stop-opening', { method })).status).toBe(405)
    await answers(await closeWith('7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1.AAAA'), 404, 'HW064')
    const stop = await call('stop-release', { body: JSON.stringify({ token: tokenIn(link) }) })
    await answers(stop, 404, 'HW064')
    expect(await mayRead(executor)).toBe(true)
  })
})
