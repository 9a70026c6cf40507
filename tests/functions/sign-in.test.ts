import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { sessionIdOf } from '../support/admitted.ts'
import { address, asAdministrator, hasSql, needsSql, person, service } from '../support/people.ts'
import { answers, call, publishableKey } from './calls.ts'
import { wrong } from './codes.ts'

const connect = (): SupabaseClient =>
  createClient(process.env.SUPABASE_URL ?? '', publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })

/** A new code for an address; the one before is void then. */
async function codeFor(email: string): Promise<string> {
  const { data, error } = await service.auth.admin.generateLink({ type: 'magiclink', email })
  if (error) throw error
  return data.properties.email_otp
}

let network = 0
/** Calls sign-in, each time from another network. */
const signIn = (email: string, code: string, browser?: string) =>
  call('sign-in', {
    headers: { apikey: publishableKey, 'x-forwarded-for': `203.0.113.${++network % 250}` },
    body: JSON.stringify({ email, code, browser }),
  })

/** Signs in. @returns the client with the session, and the browser's token */
async function signedIn(email: string, code: string, browser?: string) {
  const response = await signIn(email, code, browser)
  expect(response.status).toBe(200)
  const body = (await response.json()) as { refreshToken: string; browser: string }
  const client = connect()
  const { data, error } = await client.auth.refreshSession({ refresh_token: body.refreshToken })
  expect(error).toBeNull()
  return { client, id: data.user?.id, browser: body.browser }
}

const profilesSeenBy = async (token: string) =>
  createClient(process.env.SUPABASE_URL ?? '', publishableKey, {
    accessToken: async () => token,
    realtime: { transport: WebSocket as never },
  })
    .from('profiles')
    .select('user_id')

describe('codes', () => {
  it('sign-in gives a session for the right code, in any spelling of the address, which can be refreshed', async () => {
    const ann = await person('Ann')
    const { client, id } = await signedIn(` ${ann.email.toUpperCase()} `, await codeFor(ann.email))
    expect(id).toBe(ann.id)
    expect((await client.from('profiles').select('full_name').single()).data).toEqual({ full_name: 'Ann' })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.id).toBe(ann.id)
  })

  it('sign-in makes an account at the first code for a new address', async () => {
    const email = address('Nora New')
    const { client } = await signedIn(email, await codeFor(email))
    expect((await client.auth.getUser()).data.user?.email_confirmed_at).toBeTruthy()
  })

  it('sign-in takes a code once', async () => {
    const { email } = await person('Ann')
    const code = await codeFor(email)
    await signedIn(email, code)
    await answers(await signIn(email, code), 403, 'invalid_code')
  })

  it('sign-in answers the same for a wrong code and for an address without an account', async () => {
    const { email } = await person('Ann')
    const code = await codeFor(email)
    await answers(await signIn(email, wrong(code)), 403, 'invalid_code')
    await answers(await signIn(address('Nobody'), code), 403, 'invalid_code')
    await answers(await signIn('no address', code), 403, 'invalid_code')
  })

  it('sign-in refuses the right code after five wrong ones from several networks, and takes a new code', async () => {
    const { email } = await person('Ann')
    const code = await codeFor(email)
    for (let n = 0; n < 5; n++) await answers(await signIn(email, wrong(code)), 403, 'invalid_code')
    await answers(await signIn(email, code), 429, 'HW059')
    await signedIn(email, await codeFor(email))
  })

  it('sign-in lets none of 60 tries at once through but five', async () => {
    const { email } = await person('Ann')
    const code = await codeFor(email)
    const responses = await Promise.all(Array.from({ length: 60 }, () => signIn(email, wrong(code))))
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(5)
    await answers(await signIn(email, code), 429, 'HW059')
  })

  it('sign-in lets a browser in that signed in to the address before, whatever others try', async () => {
    const { email } = await person('Ann')
    const { browser } = await signedIn(email, await codeFor(email))
    const code = await codeFor(email)
    for (let n = 0; n < 5; n++) await signIn(email, wrong(code))
    await answers(await signIn(email, code), 429, 'HW059')
    const again = await signedIn(email, code, browser)
    expect(again.browser).toBe(browser)
  })

  it('sign-in does not believe a browser that signed in to another address, or says so by itself', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    const { browser } = await signedIn(bob.email, await codeFor(bob.email))
    const code = await codeFor(ann.email)
    for (let n = 0; n < 5; n++) await signIn(ann.email, wrong(code))
    for (const token of [browser, `${crypto.randomUUID()}.c2lnbmVk`, '.', crypto.randomUUID()])
      await answers(await signIn(ann.email, code, token), 429, 'HW059')
  })

  it('sign-in takes a JSON body with an address and six digits', async () => {
    for (const body of [
      '{}',
      '{"email": "ann@example.com", "code": "12345"}',
      '{"email": 1, "code": "123456"}',
    ])
      await answers(await call('sign-in', { body }), 400, 'invalid_body')
  })
})

describe('Auth itself', () => {
  it('a code that is tried at Auth itself is used up by the right guess, for a session whose tokens open nothing', async () => {
    const { email } = await person('Ann')
    const code = await codeFor(email)
    const client = connect()
    const { data } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
    const refreshed = await client.auth.refreshSession(data.session ?? undefined)
    const tokens = [data.session?.access_token, refreshed.data.session?.access_token]
    for (const token of tokens) {
      expect(token).toBeTruthy()
      expect((await profilesSeenBy(token ?? '')).error).not.toBeNull()
      expect((await connect().auth.getUser(token)).error).not.toBeNull()
      const response = await call('send-otp', {
        headers: { authorization: `Bearer ${token}`, apikey: publishableKey },
        body: JSON.stringify({ email, purpose: 'account-deletion' }),
      })
      expect(response.status).toBe(401)
    }
    await answers(await signIn(email, code), 403, 'invalid_code')
  })

  it.skipIf(!hasSql)(
    `a code that is tried at Auth itself begins a session that no one but the function can have let in${needsSql}`,
    async () => {
      const { email } = await person('Ann')
      const { data } = await connect().auth.verifyOtp({ email, token: await codeFor(email), type: 'email' })
      const [row] = await asAdministrator('select 1 from private.admitted_sessions where session_id = $1', [
        sessionIdOf(data.session?.access_token ?? ''),
      ])
      expect(row).toBeUndefined()
      const { error } = await connect().rpc('admit_session', {
        p_session_id: sessionIdOf(data.session?.access_token ?? ''),
        p_user_id: data.user?.id,
      })
      expect(error).not.toBeNull()
    },
  )
})
