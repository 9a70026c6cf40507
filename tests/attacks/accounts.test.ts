// Attacks 6 to 9 and 18 of README.md: ways to become someone else.
import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hasMailbox, mailsTo, needsMailbox } from '../functions/calls.ts'
import { updateEmail } from '../functions/codes.ts'
import { code } from '../policies/answers.ts'
import {
  address,
  changeAddress,
  designate,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  person,
  service,
  signInAgain,
} from '../support/people.ts'
import { ask, codeOf, type Sender } from './raw.ts'

const accept = (who: Sender, designation_id: number) =>
  ask(who, 'POST', '/rest/v1/rpc/accept_designation_invite', { body: { designation_id } })
const invitationsSeenBy = async (who: Sender) =>
  (await ask(who, 'GET', '/rest/v1/designations?select=id')).body
const signUp = (body: object) => ask(null, 'POST', '/auth/v1/signup', { body })
const withPassword = (email: string, password: string) =>
  ask(null, 'POST', '/auth/v1/token?grant_type=password', { body: { email, password } })

/** A token in an answer of Auth; undefined when it gave none. */
const tokenIn = ({ body }: { body: unknown }) =>
  body && typeof body === 'object' && 'access_token' in body ? String(body.access_token) : undefined

/** Expects that Auth gave no token, or one that opens nothing: hosted Supabase may do either. */
async function opensNothing(answer: { body: unknown }): Promise<void> {
  const token = tokenIn(answer)
  if (token) expect((await ask(token, 'GET', '/rest/v1/profiles')).status).toBeGreaterThanOrEqual(400)
}

describe.skipIf(isDatabaseOnly)('becoming someone else', () => {
  it('attack 6: a sweep over all ids accepts no invitation, and two clicks at once accept it once', async () => {
    const { owner, invited, revoked, stranger, designation } = await household('hidden', [
      'invited',
      'revoked',
      'stranger',
    ])
    const last = Math.max(...Object.values(designation))
    for (let id = Math.max(1, last - 3); id <= last + 1; id += 1) {
      for (const who of [stranger, revoked]) {
        expect([id, codeOf(await accept(who, id))]).toEqual([id, code.invitationNotAvailable])
      }
    }
    expect(codeOf(await accept(null, designation.invited))).toBe(code.notAllowed)
    const twice = await Promise.all([1, 2].map(() => accept(invited, designation.invited)))
    // Both say that it is accepted; the history says that it was once.
    for (const { status } of twice) expect(status).toBeLessThan(300)
    const path = `/rest/v1/access_events?action=eq.invitation_accepted&actor_id=eq.${invited.id}&select=action`
    expect((await ask(owner, 'GET', path)).body).toHaveLength(1)
  })

  it('attack 7: no password makes a session, not even one that was set before the person first came', async () => {
    const email = address('Ann')
    const password = 'a password of the attacker'
    await opensNothing(await signUp({ email, password }))
    await opensNothing(await signUp({ password }))
    await opensNothing(await signUp({}))
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann', { email })])
    const id = await designate(owner, email, 'executor')
    await opensNothing(await withPassword(email, password))
    // A password that the person's own session sets opens nothing either.
    await ask(ann, 'PUT', '/auth/v1/user', { body: { password } })
    await opensNothing(await withPassword(email, password))
    for (const grant of ['id_token', 'pkce', 'web3']) {
      const body = { email, password, auth_code: randomUUID(), provider: 'google', id_token: 'a.b.c' }
      expect(tokenIn(await ask(null, 'POST', `/auth/v1/token?grant_type=${grant}`, { body }))).toBeUndefined()
    }
    expect((await accept(await signInAgain(ann), id)).status).toBeLessThan(300)
  })

  it.skipIf(!hasMailbox)(
    `attack 8: an address that only looks like the invited one has another mailbox, and no part in the invitation${needsMailbox}`,
    async () => {
      const owner = await person('Olive Owner')
      const email = address('ann')
      const id = await designate(owner, email, 'executor')
      const lookalikes = [
        email.replace('ann', 'аnn'),
        email.replace('ann', 'ａnn'),
        email.replace('ann', 'ann\u200b'),
        email.replace('@', '+x@'),
        email.replace('.com', '.cоm'),
        email.replace('.com', '.com.evil.example'),
      ]
      for (const other of lookalikes) {
        const asked = await ask(null, 'POST', '/auth/v1/otp', { body: { email: other, create_user: true } })
        if (asked.status >= 300) continue
        const impostor = await person('Ann', { email: other, named: false })
        expect([other, await invitationsSeenBy(impostor)]).toEqual([other, []])
        expect([other, codeOf(await accept(impostor, id))]).toEqual([other, code.invitationNotAvailable])
      }
      expect(await mailsTo(email), 'no code for an impostor').toEqual([])
      // Capitals and a space are the same address: the code goes to the invited person alone.
      await ask(null, 'POST', '/auth/v1/otp', { body: { email: email.toUpperCase(), create_user: true } })
      const ann = await person('Ann', { email: email.toUpperCase(), named: false })
      expect(await invitationsSeenBy(ann)).toEqual([{ id }])
      expect((await accept(ann, id)).status).toBeLessThan(300)
    },
  )

  it.skipIf(!hasSql)(
    `attack 9: taking an invited address takes its codes; a request alone, or a token from before a change, opens nothing${needsSql}`,
    async () => {
      const [owner, mallory] = await Promise.all([person('Olive Owner'), person('Mallory')])
      const email = address('Ann')
      const id = await designate(owner, email, 'executor')
      const refused = async () => {
        expect(await invitationsSeenBy(mallory)).toEqual([])
        expect(codeOf(await accept(mallory, id))).toBe(code.invitationNotAvailable)
      }
      await ask(mallory, 'PUT', '/auth/v1/user', { body: { email, data: { email, email_verified: true } } })
      await refused()
      expect((await updateEmail(mallory, email)).status).toBe(409)
      await refused()
      // The token keeps naming the address that its person gave up.
      const former = await person('Ann', { email })
      const movedTo = address('Ann')
      const again = await designate(await person('Oscar Other'), movedTo, 'trustee')
      expect(await invitationsSeenBy(former)).toEqual([{ id }])
      await changeAddress(former, movedTo)
      const next = await person('Nora', { email })
      expect(await invitationsSeenBy(next)).toEqual([])
      expect(codeOf(await accept(next, id))).toBe(code.invitationNotAvailable)
      expect((await accept(former, again)).status).toBeLessThan(300)
    },
  )

  it('attack 18: a token that the project did not sign opens no table and no file', async () => {
    const owner = await person('Olive Owner')
    const path = `${owner.id}/video.mp4`
    const { error } = await service.storage
      .from('videos')
      .upload(path, new Blob(['x'], { type: 'video/mp4' }))
    expect(error).toBeNull()
    for (const [what, token] of forgeriesOf(owner)) {
      for (const to of ['/rest/v1/profiles?select=user_id', `/storage/v1/object/videos/${path}`]) {
        const answer = await ask(token, 'GET', to)
        expect([what, to, answer.status >= 400]).toEqual([what, to, true])
        expect(JSON.stringify(answer.body)).not.toContain(owner.id)
      }
    }
    expect((await ask(owner, 'GET', '/rest/v1/profiles?select=user_id')).body).toEqual([
      { user_id: owner.id },
    ])
    expect((await ask(owner, 'GET', `/storage/v1/object/videos/${path}`)).body).toBe('x')
  })
})

/** Tokens that claim to be the person's, or a server's. */
function forgeriesOf({ id, email }: Person): [what: string, token: string][] {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { sub: id, email, role: 'authenticated', aud: 'authenticated', exp: seconds + 3600 }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (header: object, payload: object, secret: string) => {
    const signed = `${part(header)}.${part(payload)}`
    return `${signed}.${secret && createHmac('sha256', secret).update(signed).digest('base64url')}`
  }
  const hs256 = { alg: 'HS256', typ: 'JWT' }
  return [
    ['unsigned', sign({ alg: 'none', typ: 'JWT' }, claims, '')],
    ['with an empty signature', sign(hs256, claims, '')],
    [
      'of another project',
      sign(hs256, { ...claims, iss: 'https://other.supabase.co/auth/v1' }, 'its secret'),
    ],
    [
      'of a server, signed by a guess',
      sign(hs256, { ...claims, role: 'service_role' }, 'super-secret-jwt-token'),
    ],
    ['signed by the public key', sign(hs256, claims, process.env.SUPABASE_PUBLISHABLE_KEY ?? 'x')],
    ['that names its own key', sign({ ...hs256, jku: 'https://evil.example/keys.json' }, claims, 'own key')],
  ]
}
