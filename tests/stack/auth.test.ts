import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, connect, expectBridged, type Fetch, readCode, signIn, startBench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stack.stop())

let count = 0
const address = () => `person${++count}@example.com`

/** Moves the time of the last code into the past. */
const age = (email: string, seconds: number) =>
  bench.stack.sql(
    'update auth.users set recovery_sent_at = recovery_sent_at - make_interval(secs => $2) where email = $1',
    [email, seconds],
  )

describe('bridges', () => {
  it('the bridges for Auth verify codes of type email', () =>
    expectBridged('bridges/verify-otp.ts', bench, async (ask) => {
      const email = address()
      await connect(bench.stack).auth.signInWithOtp({ email })
      const token = await readCode(bench.stack, email)
      const { data } = await connect(bench.stack, ask).auth.verifyOtp({ email, token, type: 'email' })
      return data.user?.email === email
    }))

  it('the bridges for Auth call the hook for each token, so that a session which the function sign-in did not begin is useless', () =>
    expectBridged('bridges/token-hook.ts', bench, async (ask) => {
      const email = address()
      await connect(bench.stack).auth.signInWithOtp({ email })
      const token = await readCode(bench.stack, email)
      const { auth } = connect(bench.stack, ask)
      const { data } = await auth.verifyOtp({ email, token, type: 'magiclink' })
      return (await auth.getUser(data.session?.access_token)).error !== null
    }))

  it('the bridges for Auth refuse the links of mails, which would give a token without the hook', () =>
    expectBridged('bridges/token-hook.ts', bench, async (ask) => {
      const link = await connect(bench.stack, fetch, bench.stack.secretKey).auth.admin.generateLink({
        type: 'magiclink',
        email: address(),
      })
      const response = await ask(link.data.properties?.action_link ?? '', { redirect: 'manual' })
      return response.status === 404
    }))

  it('the bridges for Auth confirm an address when its code is verified, not when it is requested', () =>
    expectBridged('bridges/sign-in-code.ts', bench, async (ask) => {
      const email = address()
      await connect(bench.stack, ask).auth.signInWithOtp({ email })
      const [user] = await bench.stack.sql('select email_confirmed_at from auth.users where email = $1', [
        email,
      ])
      return user?.email_confirmed_at === null
    }))

  it('the bridges for Auth enforce a minute between two codes', () =>
    expectBridged('bridges/sign-in-code.ts', bench, async (ask) => {
      const email = address()
      const { auth } = connect(bench.stack, ask)
      await auth.signInWithOtp({ email })
      const { error } = await auth.signInWithOtp({ email })
      return error?.status === 429 && error.code === 'over_email_send_rate_limit'
    }))

  it.each([
    [
      'signing up with a password',
      (ask: Fetch) =>
        connect(bench.stack, ask).auth.signUp({ email: address(), password: 'a long password' }),
    ],
    [
      'asking for a new password',
      (ask: Fetch) => connect(bench.stack, ask).auth.resetPasswordForEmail(address()),
    ],
  ])('the bridges for Auth refuse %s', async (_, attempt) => {
    await expectBridged(
      'bridges/passwordless.ts',
      bench,
      async (ask) => (await attempt(ask)).error?.status === 403,
    )
  })

  it('the bridges for Auth provide the admin API', () =>
    expectBridged('bridges/auth-admin.ts', bench, async (ask) => {
      const { admin } = connect(bench.stack, ask, bench.stack.secretKey).auth
      const { data } = await admin.createUser({ email: address(), email_confirm: true })
      return Boolean(data.user?.email_confirmed_at)
    }))
})

describe('codes', () => {
  it('signing in mails a code, accepts it once, and gives a session that can be refreshed and ended', async () => {
    const email = address()
    const { client, id } = await signIn(bench.stack, email.toUpperCase())
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email })
    const { data: refreshed } = await client.auth.refreshSession()
    expect(refreshed.session?.user.id).toBe(id)
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    const { error } = await connect(bench.stack).auth.getUser(refreshed.session?.access_token)
    expect(error).not.toBeNull()
  })

  it.each<['global' | 'others', boolean]>([
    ['global', false],
    ['others', true],
  ])('can end sessions with scope %s (session on this device stays: %s)', async (scope, stays) => {
    const email = address()
    const { client: here, token } = await signIn(bench.stack, email)
    await age(email, 61)
    const { client: elsewhere, token: tokenElsewhere } = await signIn(bench.stack, email)
    // Uses the token of the session that asks, as the app and the functions do.
    expect((await connect(bench.stack).auth.admin.signOut(token, scope)).error).toBeNull()

    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    const { error } = await connect(bench.stack).auth.getUser(tokenElsewhere)
    expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await here.auth.refreshSession()).error === null).toBe(stays)
    // A session that has already ended cannot end others, and gets an error.
    await age(email, 61)
    const { client: later } = await signIn(bench.stack, email)
    const refused = await connect(bench.stack).auth.admin.signOut(tokenElsewhere, scope)
    expect(refused.error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await later.auth.refreshSession()).error).toBeNull()
  })

  it('signing in refuses a wrong, used or expired code and another person’s code', async () => {
    const [email, other] = [address(), address()]
    const { auth } = connect(bench.stack)
    const verify = async (who: string, token: string) =>
      (await connect(bench.stack).auth.verifyOtp({ email: who, token, type: 'email' })).error
    const refused = { status: 403, code: 'otp_expired' }

    await auth.signInWithOtp({ email })
    await auth.signInWithOtp({ email: other })
    const code = await readCode(bench.stack, email)
    expect(await verify(email, code === '000000' ? '111111' : '000000')).toMatchObject(refused)
    expect(await verify(other, code)).toMatchObject(refused)
    expect(await verify(email, code)).toBeNull()
    expect(await verify(email, code)).toMatchObject(refused)

    await age(email, 61)
    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    await age(email, 601)
    expect(await verify(email, await readCode(bench.stack, email))).toMatchObject(refused)
  })

  it('signing in does not create an account when asked not to', async () => {
    const email = address()
    const { error } = await connect(bench.stack).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    })
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled' })
  })

  it('signing in refuses anonymous sign-in', async () => {
    expect((await connect(bench.stack).auth.signInAnonymously()).error?.status).toBe(403)
  })
})

describe('admins', () => {
  it('the admin API of Auth creates, finds, lists, changes and deletes users', async () => {
    const { admin } = connect(bench.stack, fetch, bench.stack.secretKey).auth
    const [email, later] = [address(), address()]
    const { data: made } = await admin.createUser({ email, email_confirm: true, user_metadata: { note: 1 } })
    const id = made.user?.id ?? ''
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await admin.getUserById(id)).data.user?.user_metadata).toMatchObject({ note: 1 })
    expect((await admin.listUsers({ perPage: 1 })).data.users).toHaveLength(1)

    expect((await admin.updateUserById(id, { email: later })).data.user?.email).toBe(later)
    const { data: link } = await admin.generateLink({ type: 'magiclink', email: later })
    const token = link.properties?.email_otp ?? ''
    const { data: session } = await connect(bench.stack).auth.verifyOtp({
      email: later,
      token,
      type: 'email',
    })
    expect(session.user?.id).toBe(id)

    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.status).toBe(404)
    expect((await connect(bench.stack).auth.getUser(session.session?.access_token)).error).not.toBeNull()
  })

  it('the admin API of Auth refuses every caller without the secret key', async () => {
    const { client } = await signIn(bench.stack, address())
    expect((await client.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
  })
})
