import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { signInThrough } from '../support/admitted.ts'
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
} from '../support/people.ts'
import { answers, call, hasMailbox, mailsTo, needsMailbox, publishableKey, tokenOf } from './calls.ts'
import { codeTo, isRight, letTimePass, proveNew, proveOld, sendOtp, updateEmail } from './codes.ts'
import { keepsContract } from './contract.ts'

describe('contract', () => {
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

/** A person who has proved both addresses. */
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
  const { error } = await signInThrough(client, service, email, token)
  if (error) throw error
  return client
}

describe.skipIf(!hasMailbox)(`changes${needsMailbox}`, () => {
  it('update-email changes the address of the account when both addresses are proved', async () => {
    const { ann, wanted } = await proved()
    const response = await updateEmail(ann, wanted.toUpperCase())
    expect([response.status, await response.json()]).toEqual([200, { ok: true, otherSessionsEnded: true }])
    const { data } = await ann.client.auth.refreshSession()
    expect(data.user?.email).toBe(wanted)
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: wanted })
    // The new address signs in to the same account; the old one does not.
    const again = await onAnotherDevice({ email: wanted })
    expect((await again.auth.getUser()).data.user?.id).toBe(ann.id)
    const stranger = await person('Stranger', { email: ann.email, named: false })
    expect(stranger.id).not.toBe(ann.id)
  })

  it('a sign-in code that was sent to the old address opens nothing afterward', async () => {
    const { ann, wanted } = await proved()
    const { data } = await service.auth.admin.generateLink({ type: 'magiclink', email: ann.email })
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    for (const email of [ann.email, wanted]) {
      const body = JSON.stringify({ email, code: data.properties?.email_otp })
      const response = await call('sign-in', { headers: { apikey: publishableKey }, body })
      await answers(response, 403, 'invalid_code')
    }
    expect((await onAnotherDevice({ email: wanted })).auth).toBeDefined()
  })

  it('update-email signs out the other devices and not the calling one', async () => {
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

  it.skipIf(!hasSql)(
    `update-email queues a mail to the old address that does not name the new one${needsSql}`,
    async () => {
      const { ann, wanted } = await proved()
      await updateEmail(ann, wanted)
      const told = await asAdministrator(
        'select to_email, kind, payload from private.mail_outbox where to_email = any ($1)',
        [[ann.email, wanted]],
      )
      expect(told).toEqual([{ to_email: ann.email, kind: 'email_changed', payload: { recipient: 'owner' } }])
    },
  )

  it('update-email answers a repeated request as before and queues one mail', async () => {
    const { ann, wanted } = await proved()
    for (let n = 0; n < 3; n += 1) expect((await updateEmail(ann, wanted)).status).toBe(200)
    if (!hasSql) return
    const told = await asAdministrator(
      `select 1 from private.mail_outbox where kind = 'email_changed' and to_email = $1`,
      [ann.email],
    )
    expect(told).toHaveLength(1)
  })

  it('update-email changes the address once and queues one mail for ten requests at once', async () => {
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

describe.skipIf(!hasMailbox)(`refusals${needsMailbox}`, () => {
  const refuse = async (ann: Person, wanted: string) => {
    await answers(await updateEmail(ann, wanted), 409, 'HW053')
    expect(await addressOf(ann)).toBe(ann.email)
  }

  it('update-email refuses a change until both addresses are proved', async () => {
    const ann = await person('Ann')
    const wanted = address('Ann')
    await refuse(ann, wanted)
    await proveOld(ann)
    await refuse(ann, wanted)
    await sendOtp(ann, 'email-change-new', wanted)
    await refuse(ann, wanted)
  })

  it('update-email refuses another address than the proved one', async () => {
    const { ann, wanted } = await proved()
    await refuse(ann, address('Ann'))
    await refuse(ann, `x${wanted}`)
    expect((await updateEmail(ann, wanted)).status).toBe(200)
  })

  it('update-email refuses the account of another person and the proof of another person', async () => {
    const { ann, wanted } = await proved()
    const { ann: bob } = await proved()
    await answers(await updateEmail(bob, wanted, ann.id), 403, 'not_your_account')
    await answers(await updateEmail(ann, wanted, bob.id), 403, 'not_your_account')
    // Another person's proof does not count for the caller's own account.
    await answers(await updateEmail(bob, wanted), 409, 'HW053')
    expect(await Promise.all([ann, bob].map(addressOf))).toEqual([ann.email, bob.email])
  })

  it.skipIf(!hasSql)(`update-email refuses a proof that is ten minutes old${needsSql}`, async () => {
    const { ann, wanted } = await proved()
    await letTimePass(ann, 10)
    await refuse(ann, wanted)
  })

  it('update-email refuses a second change with the same proof', async () => {
    const { ann, wanted } = await proved()
    const before = ann.email
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    // The administrator restores the old address, so that the same change would be due again.
    await service.auth.admin.updateUserById(ann.id, { email: before, email_confirm: true })
    await refuse(ann, wanted)
    await answers(await sendOtp(ann, 'email-change-new', address('Ann')), 409, 'HW052')
  })

  it('update-email refuses the proof of a new address that is older than the newest proof of the old one', async () => {
    const { ann, wanted } = await proved()
    await proveOld(ann)
    await refuse(ann, wanted)
  })

  it('update-email refuses a proof of an address that is no longer the current one', async () => {
    const { ann, wanted } = await proved()
    const moved = address('Moved')
    await service.auth.admin.updateUserById(ann.id, { email: moved, email_confirm: true })
    await answers(await updateEmail(ann, wanted), 409, 'HW053')
    expect(await addressOf(ann)).toBe(moved)
  })

  it('update-email refuses an address that was taken after the proof, without saying that it is taken', async () => {
    const { ann, wanted } = await proved()
    const bob = await person('Bob', { email: wanted })
    await answers(await updateEmail(ann, wanted), 409, 'email_not_changed')
    expect(await Promise.all([ann, bob].map(addressOf))).toEqual([ann.email, wanted])
    // The device stays signed in, and another address can be proved.
    expect((await ann.client.auth.refreshSession()).error).toBeNull()
    const free = address('Free')
    await proveOld(ann)
    if (hasSql) {
      await letTimePass(ann, 1)
      await proveNew(ann, free)
      expect((await updateEmail(ann, free)).status).toBe(200)
    }
  })

  it('update-email does not refuse an address that was only typed into the sign-in page', async () => {
    const { ann, wanted } = await proved()
    const { data } = await service.auth.admin.createUser({ email: wanted, email_confirm: false })
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    expect(await addressOf(ann)).toBe(wanted)
    expect(await addressOf({ id: data.user?.id ?? '' })).toBeUndefined()
  })
})

describe.skipIf(!hasMailbox)(`Auth’s own change of an address${needsMailbox}`, () => {
  it('Auth’s own change of an address has no effect, even with both codes, and does not block update-email', async () => {
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

describe.skipIf(!hasMailbox)(`invitations after a change of address${needsMailbox}`, () => {
  it('invitations stay with the person and not with the next holder of the old address', async () => {
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

it.skipIf(!hasMailbox)(
  `a code from before a change of address is refused after it${needsMailbox}`,
  async () => {
    const { ann, wanted } = await proved()
    await sendOtp(ann, 'account-deletion')
    const code = await codeTo(ann.email)
    expect((await updateEmail(ann, wanted)).status).toBe(200)
    expect(await tokenOf(ann)).not.toBe('')
    const moved = { ...ann, email: wanted }
    for (const email of [ann.email, wanted]) {
      expect(await isRight(moved, 'email-change-old', email, code)).toBe(false)
    }
  },
)
