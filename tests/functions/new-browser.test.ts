// Whoever reads an owner's mail signs in from a browser of their own: what the functions refuse there, and to whom they do not.
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import {
  address,
  asAdministrator,
  changeAddress,
  designate,
  hasSql,
  needsSql,
  type Person,
  person,
  service,
  signInFrom,
  succeed,
} from '../support/people.ts'
import { call, hasMailbox, mailsTo, needsMailbox, publishableKey, runHousekeeping, tokenOf } from './calls.ts'
import { proveNew, proveOld, sendOtp, updateEmail } from './codes.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'

/** Signs in through the function, with the newest code. @returns the session's client, and the browser's token */
async function signIn(email: string, browser?: string): Promise<{ client: SupabaseClient; browser: string }> {
  const link = await service.auth.admin.generateLink({ type: 'magiclink', email })
  const response = await call('sign-in', {
    headers: { apikey: publishableKey, 'user-agent': chrome },
    body: JSON.stringify({ email, code: link.data.properties?.email_otp, browser }),
  })
  const answer = (await response.json()) as { refreshToken: string; browser: string }
  const client = createClient(process.env.SUPABASE_URL ?? '', publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
  const { error } = await client.auth.refreshSession({ refresh_token: answer.refreshToken })
  expect(error).toBeNull()
  return { client, browser: answer.browser }
}

const isHeld = async (client: SupabaseClient) => {
  const { error } = await client.rpc('require_known_browser')
  return error?.code === 'HW080'
}

const post = async (someone: Person, name: string, body: object) =>
  call(name, {
    headers: { authorization: `Bearer ${await tokenOf(someone)}`, apikey: publishableKey },
    body: JSON.stringify(body),
  })

/** Expects a refusal that names the time from which the browser may do it, in about a day. */
async function isRefused(response: Response): Promise<void> {
  const body = (await response.json()) as { error: { code: string }; until: string }
  expect([response.status, body.error?.code]).toEqual([403, 'HW080'])
  expect(Math.abs(Date.parse(body.until) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000)
}

/** An owner on the laptop that they have used, and in a browser that is new to the account. */
async function twoBrowsers() {
  const ann = await person('Ann')
  return { owner: await signInFrom(ann), stranger: await signInFrom(ann, randomUUID(), 'Chrome on Windows') }
}

describe('sign-in', () => {
  it('the function sign-in knows a browser again by its token, also after signing in to another account there', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    const laptop = await signIn(ann.email)
    const phone = await signIn(ann.email)
    expect([await isHeld(laptop.client), await isHeld(phone.client)]).toEqual([false, true])
    const bobs = await signIn(bob.email, laptop.browser)
    expect(bobs.browser).toBe(laptop.browser)
    expect(await isHeld((await signIn(ann.email, bobs.browser)).client)).toBe(false)
  })

  it('the function sign-in takes no word for it: neither a made-up token nor that of another account is known', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    await signIn(ann.email)
    const { browser } = await signIn(bob.email)
    for (const token of [browser, 'x'.repeat(43), '', 'known'])
      expect(await isHeld((await signIn(ann.email, token)).client)).toBe(true)
  })

  it('the function sign-in goes on knowing a browser after the address was changed', async () => {
    const ann = await person('Ann')
    const { browser } = await signIn(ann.email)
    const moved = address('Ann')
    await changeAddress(ann, moved)
    expect(await isHeld((await signIn(moved, browser)).client)).toBe(false)
  })

  it('the function sign-in keeps the wait when the session is refreshed', async () => {
    const ann = await person('Ann')
    await signIn(ann.email)
    const { client } = await signIn(ann.email)
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await isHeld(client)).toBe(true)
  })
})

describe('new browsers', () => {
  it('a browser that is new to the account gets no code for another address or for a deletion, and no invitation is sent from it', async () => {
    const { owner, stranger } = await twoBrowsers()
    const designationId = await designate(owner, address('Edith'), 'executor')
    await isRefused(await sendOtp(stranger, 'email-change-old'))
    await isRefused(await sendOtp(stranger, 'email-change-new', address('Mallory')))
    await isRefused(await sendOtp(stranger, 'account-deletion'))
    await isRefused(await post(stranger, 'send-designation-invite', { designationId }))
    expect((await post(owner, 'send-designation-invite', { designationId })).status).toBe(200)
  })

  it.skipIf(!hasMailbox)(
    `a browser that is new to the account cannot use what was proved elsewhere${needsMailbox}`,
    async () => {
      const { owner, stranger } = await twoBrowsers()
      const wanted = address('Ann')
      await proveOld(owner)
      await proveNew(owner, wanted)
      await isRefused(await updateEmail(stranger, wanted))
      await isRefused(await post(stranger, 'delete-account', { code: '123456' }))
      expect((await service.auth.admin.getUserById(owner.id)).data.user?.email).toBe(owner.email)
      expect((await updateEmail(owner, wanted)).status).toBe(200)
    },
  )

  it.skipIf(!hasSql)(
    `a browser that is new to the account may do all of it after a day${needsSql}`,
    async () => {
      const { stranger } = await twoBrowsers()
      await asAdministrator(
        `update private.browsers set held_until = held_until - interval '24 hours' where user_id = $1`,
        [stranger.id],
      )
      expect((await sendOtp(stranger, 'account-deletion')).status).toBe(200)
    },
  )

  it('a browser that is new to the account may do all of it once the owner has said that it is theirs', async () => {
    const { owner, stranger } = await twoBrowsers()
    const [browser] = await succeed(owner.client.rpc('my_new_browsers'))
    await owner.client.rpc('confirm_browser', { browser_id: browser?.id ?? '' })
    expect((await sendOtp(stranger, 'account-deletion')).status).toBe(200)
  })

  it('a browser that is new to the account is signed out when the owner says that it is not theirs: nothing there can be refreshed', async () => {
    const ann = await person('Ann')
    const laptop = await signIn(ann.email)
    const { client } = await signIn(ann.email)
    const [browser] = await succeed(laptop.client.rpc('my_new_browsers'))
    await laptop.client.rpc('refuse_browser', { browser_id: browser?.id })
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    expect(await isHeld(client)).toBe(true)
    expect((await laptop.client.auth.refreshSession()).error).toBeNull()
  })

  it.skipIf(!hasMailbox)(
    `a browser that is new to the account is mailed to the owner's address, without a link that signs in${needsMailbox}`,
    async () => {
      const ann = await person('Ann')
      for (let browsers = 0; browsers < 2; browsers += 1) await signIn(ann.email)
      await runHousekeeping()
      const mails = (await mailsTo(ann.email)).filter(({ Subject }) => /new browser/.test(Subject))
      expect(mails).toHaveLength(1)
      expect(mails[0]?.Text).toContain('Chrome on Windows')
      const links = [...(mails[0]?.HTML ?? '').matchAll(/href="([^"]+)"/g)].map(
        ([, url = '']) => new URL(url),
      )
      for (const { search, hash } of links) expect(search + hash).toBe('')
    },
  )
})
