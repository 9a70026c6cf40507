import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import {
  address,
  asAdministrator,
  designate,
  hasSql,
  needsSql,
  type Person,
  person,
  service,
  succeed,
} from '../people.ts'
import { answers, call, hasMailbox, mailsTo, needsMailbox, publishableKey, tokenOf } from './calls.ts'
import { codeTo, isRight, letTimePass, proveNew, proveOld, sendOtp, updateEmail } from './codes.ts'
import { keepsContract } from './contract.ts'

describe('the function', () => {
  keepsContract('update-email', {
    body: ({ id, email }) => ({ userId: id, newEmail: `new.${email}` }),
    invalid: [
      '{"newEmail": "ann@example.com"}',
      '{"userId": "me", "newEmail": "ann@example.com"}',
      '{"userId": null, "newEmail": "ann@example.com"}',
      '{"userId": "5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a001", "newEmail": "ann"}',
      '{"userId": "5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a001", "newEmail": ["ann@example.com"]}',
    ],
    expectUntouched: async (caller) => expect(await addressOf(caller)).toBe(caller.email),
  })
})

async function addressOf({ id }: { id: string }): Promise<string | undefined> {
  const { data } = await service.auth.admin.getUserById(id)
  return data.user?.email
}

/** Somebody who has proved both addresses. */
async function proved() {
  const ann = await person('Ann')
  const wanted = address('Ann')
  await proveOld(ann)
  await proveNew(ann, wanted)
  return { ann, wanted }
}

/** The same person on another device. */
async function onAnotherDevice({ email }: { email: string }) {
  const client = createClient(process.env.SUPABASE_URL ?? '', publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
  const link = await service.auth.admin.generateLink({ type: 'magiclink', email })
  const token = link.data.properties?.email_otp ?? ''
  const { error } = await client.auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw error
  return client
}

describe.skipIf(!hasMailbox)(`a change${needsMailbox}`, () => {
  it('of which both addresses are proved gives the account its new address', async () => {
    const { ann, wanted } = await proved()
    const response = await updateEmail(ann, wanted.toUpperCase())
    expect([response.status, await response.json()]).toEqual([200, { ok: true, otherSessionsEnded: true }])
    const { data } = await ann.client.auth.refreshSession()
    expect(data.user?.email).toBe(wanted)
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: wanted })
    // The same account: by the new address one comes to it, by the old one not.
    const again = await onAnotherDevice({ email: wanted })
    expect((await again.auth.getUser()).data.user?.id).toBe(ann.id)
    const stranger = await person('Stranger', { email: ann.email, named: false })
    expect(stranger.id).not.toBe(ann.id)
  })

  it('signs out the other devices, and not this one', async () => {
    const { ann, wanted } = await proved()
    const elsewhere = await onAnotherDevice(ann)
    const token = (await elsewhere.auth.getSession()).data.session?.access_token ?? ''
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    const response = await call('send-otp', {
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ email: wanted, purpose: 'email-change-old' }),
    })
    await answers(response, 401, 'unauthorized')
    expect((await ann.client.auth.refreshSession()).error).toBeNull()
  })

  it.skipIf(!hasSql)(`is told to the old address, without the new one${needsSql}`, async () => {
    const { ann, wanted } = await proved()
    await updateEmail(ann, wanted)
    const told = await asAdministrator(
      'select to_email, kind, payload from private.mail_outbox where to_email = any ($1)',
      [[ann.email, wanted]],
    )
    expect(told).toEqual([{ to_email: ann.email, kind: 'email_changed', payload: { recipient: 'owner' } }])
  })

  it('asked for again, because its answer was lost, is answered as before and told once', async () => {
    const { ann, wanted } = await proved()
    for (let n = 0; n < 3; n += 1) expect((await updateEmail(ann, wanted)).status).toBe(200)
    if (!hasSql) return
    const told = await asAdministrator(
      `select 1 from private.mail_outbox where kind = 'email_changed' and to_email = $1`,
      [ann.email],
    )
    expect(told).toHaveLength(1)
  })

  it('asked for ten times at once happens once', async () => {
    const { ann, wanted } = await proved()
    const all = await Promise.all(Array.from({ length: 10 }, () => updateEmail(ann, wanted)))
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await addressOf(ann)).toBe(wanted)
    if (!hasSql) return
    const told = await asAdministrator(
      `select 1 from private.mail_outbox where kind = 'email_changed' and to_email = $1`,
      [ann.email],
    )
    expect(told).toHaveLength(1)
  })
})

describe.skipIf(!hasMailbox)(`is refused${needsMailbox}`, () => {
  const refuse = async (ann: Person, wanted: string) => {
    await answers(await updateEmail(ann, wanted), 409, 'email_change_not_verified')
    expect(await addressOf(ann)).toBe(ann.email)
  }

  it('without any proof, with the old address proved alone, and with the new one asked for', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await refuse(ann, wanted)
    await proveOld(ann)
    await refuse(ann, wanted)
    await sendOtp(ann, 'email-change-new', wanted)
    await refuse(ann, wanted)
  })

  it('to another address than the one that was proved', async () => {
    const { ann, wanted } = await proved()
    await refuse(ann, address('Ann'))
    await refuse(ann, `x${wanted}`)
    expect((await updateEmail(ann, wanted)).status).toBe(200)
  })

  it('for somebody else’s account, whoever proved what', async () => {
    const { ann, wanted } = await proved()
    const { ann: bob } = await proved()
    await answers(await updateEmail(bob, wanted, ann.id), 403, 'not_your_account')
    await answers(await updateEmail(ann, wanted, bob.id), 403, 'not_your_account')
    // Another person’s proof is worth nothing to one's own account.
    await answers(await updateEmail(bob, wanted), 409, 'email_change_not_verified')
    expect(await Promise.all([ann, bob].map(addressOf))).toEqual([ann.email, bob.email])
  })

  it.skipIf(!hasSql)(`ten minutes after the proof${needsSql}`, async () => {
    const { ann, wanted } = await proved()
    await letTimePass(ann, 10)
    await refuse(ann, wanted)
  })

  it('a second time: what was proved is used up by the change', async () => {
    const { ann, wanted } = await proved()
    const before = ann.email
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    // Back to the old address by the administrator, so that the same change would be due again.
    await service.auth.admin.updateUserById(ann.id, { email: before, email_confirm: true })
    await refuse(ann, wanted)
    await answers(await sendOtp(ann, 'email-change-new', address('Ann')), 409, 'current_email_not_verified')
  })

  it('after the old address was proved anew, until the new one is as well', async () => {
    const { ann, wanted } = await proved()
    await proveOld(ann)
    await refuse(ann, wanted)
  })

  it('when the current address is not the one that was proved any more', async () => {
    const { ann, wanted } = await proved()
    const moved = address('Moved')
    await service.auth.admin.updateUserById(ann.id, { email: moved, email_confirm: true })
    await answers(await updateEmail(ann, wanted), 409, 'email_change_not_verified')
    expect(await addressOf(ann)).toBe(moved)
  })

  it('when the address was taken after the proof, without saying so; everybody keeps theirs', async () => {
    const { ann, wanted } = await proved()
    const bob = await person('Bob', { email: wanted })
    await answers(await updateEmail(ann, wanted), 409, 'email_not_changed')
    expect(await Promise.all([ann, bob].map(addressOf))).toEqual([ann.email, wanted])
    // This device stays signed in, and the way is open to start over.
    expect((await ann.client.auth.refreshSession()).error).toBeNull()
    const free = address('Free')
    await proveOld(ann)
    if (hasSql) {
      await letTimePass(ann, 1)
      await proveNew(ann, free)
      expect((await updateEmail(ann, free)).status).toBe(200)
    }
  })

  it('but not because somebody typed the address into the sign-in page and never proved it', async () => {
    const { ann, wanted } = await proved()
    const { data } = await service.auth.admin.createUser({ email: wanted, email_confirm: false })
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    expect(await addressOf(ann)).toBe(wanted)
    expect(await addressOf({ id: data.user?.id ?? '' })).toBeUndefined()
  })
})

describe.skipIf(!hasMailbox)(`Auth’s own way to change an address${needsMailbox}`, () => {
  it('leads nowhere, with both of its codes, and stands in nobody’s way', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await ann.client.auth.updateUser({ email: wanted })
    for (const email of [ann.email, wanted]) {
      const mails = await mailsTo(email)
      for (const code of mails.flatMap(({ Text }) => Text?.match(/\b\d{6}\b/g) ?? [])) {
        await ann.client.auth.verifyOtp({ email, token: code, type: 'email_change' })
      }
    }
    expect(await addressOf(ann)).toBe(ann.email)
    await proveOld(ann)
    await proveNew(ann, wanted)
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    expect(await addressOf(ann)).toBe(wanted)
  })
})

describe.skipIf(!hasMailbox)(`the invitations of somebody who moves${needsMailbox}`, () => {
  it('stay with them, and with nobody who comes after', async () => {
    const owner = await person('Olive Owner')
    const { ann, wanted } = await proved()
    const id = await designate(owner, ann.email, 'executor')
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    const heir = await person('Heir', { email: ann.email })
    expect(await succeed(heir.client.from('designations').select('id'))).toEqual([])
    await succeed(ann.client.rpc('accept_designation_invite', { designation_id: id }))
    expect(
      await succeed(owner.client.from('designations').select('person_email').eq('id', id).single()),
    ).toEqual({
      person_email: ann.email,
    })
  })
})

it.skipIf(!hasMailbox)(`a code of the one change is of no use to the next${needsMailbox}`, async () => {
  const { ann, wanted } = await proved()
  await sendOtp(ann, 'account-deletion')
  const code = await codeTo(ann.email)
  expect((await updateEmail(ann, wanted)).status).toBe(200)
  expect(await tokenOf(ann)).not.toBe('')
  const moved = { ...ann, email: wanted }
  for (const email of [ann.email, wanted]) {
    expect(await isRight(moved, 'email-change-old', email, code)).toBe(false)
  }
})
