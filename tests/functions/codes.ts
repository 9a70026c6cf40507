// Requests and uses e-mail codes as a person does.
import { asAdministrator, type Person } from '../support/people.ts'
import { call, mailsTo, publishableKey, type ReceivedMail, tokenOf } from './calls.ts'

export type Purpose = 'email-change-old' | 'email-change-new' | 'account-deletion'

async function post(someone: Person, name: string, body: object): Promise<Response> {
  return call(name, {
    headers: { authorization: `Bearer ${await tokenOf(someone)}`, apikey: publishableKey },
    body: JSON.stringify(body),
  })
}

export const sendOtp = (someone: Person, purpose: Purpose, email = someone.email) =>
  post(someone, 'send-otp', { email, purpose })

export const verifyOtp = (someone: Person, purpose: string, email: string, code: string) =>
  post(someone, 'verify-otp', { email, code, purpose })

export const updateEmail = (someone: Person, newEmail: string, userId = someone.id) =>
  post(someone, 'update-email', { userId, newEmail })

/** The newest mail to an address that carries a code or replaces one. */
export async function codeMailTo(email: string): Promise<ReceivedMail | undefined> {
  return (await mailsTo(email)).findLast(({ Subject }) => /code|asked to use/.test(Subject))
}

/** The code in the newest mail to an address; an empty string without one. */
export async function codeTo(email: string): Promise<string> {
  return /^\d{6}$/m.exec((await codeMailTo(email))?.Text ?? '')?.[0] ?? ''
}

/** A code that differs from the given one. */
export function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Whether verify-otp accepts a code. */
export async function isRight(
  someone: Person,
  purpose: Purpose,
  email: string,
  code: string,
): Promise<boolean> {
  const response = await verifyOtp(someone, purpose, email, code)
  if (response.status !== 200) throw new Error(`verify-otp answered ${response.status}`)
  return (await response.json()).success
}

async function succeeds(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status} ${await response.text()}`)
}

/** Proves the current address of an account with a code. */
export async function proveOld(someone: Person, email = someone.email): Promise<void> {
  await succeeds(await sendOtp(someone, 'email-change-old', email))
  const code = await codeTo(email)
  if (!(await isRight(someone, 'email-change-old', email, code)))
    throw new Error('the old address was not proved')
}

/** Proves the wanted address with a code, after the current one. */
export async function proveNew(someone: Person, email: string): Promise<void> {
  await succeeds(await sendOtp(someone, 'email-change-new', email))
  const code = await codeTo(email)
  if (!(await isRight(someone, 'email-change-new', email, code)))
    throw new Error('the new address was not proved')
}

/** Moves the codes and proofs of a person into the past. */
export async function letTimePass({ id }: { id: string }, minutes: number): Promise<void> {
  await asAdministrator(
    `update private.email_codes
        set created_at = created_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
      where user_id = $1`,
    [id, minutes],
  )
  await asAdministrator(
    'update private.email_change_grants set expires_at = expires_at - make_interval(mins => $2) where user_id = $1',
    [id, minutes],
  )
}
