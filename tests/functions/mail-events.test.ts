// A bounce on its way from the provider to the owner's screen.
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { address, designate, person, succeed } from '../support/people.ts'
import { answers, call } from './calls.ts'

/** The secret of the embedded stack; another stack must be given its own. */
const secret = process.env.RESEND_WEBHOOK_SECRET ?? 'whsec_aGVhcnR3b29kLWxvY2FsLXJlc2VuZA=='

function send(email: string, signedWith = secret): Promise<Response> {
  const signedAt = new Date()
  const body = JSON.stringify({
    type: 'email.bounced',
    created_at: new Date(Date.now() + 1000).toISOString(),
    data: { to: [email], bounce: { type: 'Permanent', subType: 'General' } },
  })
  const headers = {
    'svix-id': crypto.randomUUID(),
    'svix-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
    'svix-signature': '',
  }
  headers['svix-signature'] = new Webhook(signedWith).sign(headers['svix-id'], signedAt, body)
  return call('mail-events', { headers, body })
}

it('a bounce is shown to the owner who named the person, and only a signed one', async () => {
  const owner = await person('Olive Owner')
  const email = address('Ann')
  const id = await designate(owner, email, 'trustee', 'Ann')
  const refusedAt = async () => {
    const columns = owner.client.from('designations').select('mail_refused_at')
    return (await succeed(columns.eq('id', id).single())).mail_refused_at
  }
  await answers(await send(email, 'whsec_YW5vdGhlci1zZWNyZXQ='), 400, 'invalid_signature')
  expect(await refusedAt()).toBeNull()
  const response = await send(email)
  expect([response.status, await response.json()]).toEqual([200, { received: true }])
  expect(await refusedAt()).not.toBeNull()
})
