// A change of CODE_HMAC_KEY: what was sent before goes on working for 60 days, and new things are made with the new key.
// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { keysToRead } from '../../../supabase/functions/_shared/code-keys.ts'
import { hashCode, verifyEmailCode } from '../../../supabase/functions/_shared/email-codes.ts'
import { readEnv } from '../../../supabase/functions/_shared/env.ts'
import { makeGuestToken, readGuestToken } from '../../../supabase/functions/_shared/guest-link.ts'
import { renderOutboxMail } from '../../../supabase/functions/_shared/mails/outbox.ts'
import { sealMail } from '../../../supabase/functions/_shared/mails/sealed.ts'
import { makeStopToken, readStopToken } from '../../../supabase/functions/_shared/stop-link.ts'

const key = 'the new key of at least thirty-two characters'
const before = 'the key before, of thirty-two characters too'
const unknown = 'a key of thirty-two characters that no one knows'
const changed = Date.parse('2026-11-24')
const day = 86_400_000
const id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1'
const email = 'ann@example.org'

const variables = {
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  APP_ORIGIN: 'https://heartwood.example',
  RESEND_API_KEY: 're_1',
  MAIL_FROM: 'Heartwood <hello@heartwood.example>',
  CODE_HMAC_KEY: key,
}
const today = new Date().toISOString().slice(0, 10)
const keysOn = (now: number, CODE_HMAC_KEY_BEFORE?: string) =>
  keysToRead(readEnv({ ...variables, CODE_HMAC_KEY_BEFORE }), now)

describe('keys', () => {
  it('the keys of codes are the key alone when it was never changed', () => {
    expect(keysOn(changed)).toEqual([key])
    expect(keysOn(changed, '')).toEqual([key])
  })

  it('the keys of codes are the new key and the one before for 60 days from the change, and then the new one alone', () => {
    const rotated = `2026-01-31:${before}`
    const began = Date.parse('2026-01-31')
    expect(keysOn(began, rotated)).toEqual([key, before])
    expect(keysOn(began + 60 * day - 1, rotated)).toEqual([key, before])
    expect(keysOn(began + 60 * day, rotated)).toEqual([key])
  })

  it('the keys of codes take the day that has begun east of here, because the operator may be there', () => {
    expect(keysOn(Date.now(), `${today}:${before}`)).toEqual([key, before])
  })

  it.each([
    ['no day', before],
    ['a short key', `${today}:too short`],
    ['a day that does not exist', `2026-13-40:${before}`],
    ['a day to come', `${new Date(Date.now() + 3 * day).toISOString().slice(0, 10)}:${before}`],
  ])('the keys of codes are refused with %s', (_, value) => {
    expect(() => keysOn(Date.now(), value)).toThrow(/CODE_HMAC_KEY_BEFORE is not valid/)
    expect(() => keysOn(Date.now(), value)).not.toThrow(before)
  })
})

describe('what was made with the key before is read, and with an unknown key not', () => {
  const keys = keysToRead(
    { CODE_HMAC_KEY: key, CODE_HMAC_KEY_BEFORE: { changedAt: changed, key: before } },
    changed,
  )
  const content = { subject: 'Hello', text: 'Text', html: '<p>Text</p>' }

  it('in the link of a guest', () => {
    expect(readGuestToken(keys, makeGuestToken(before, id))).toBe(id)
    expect(readGuestToken(keys, makeGuestToken(key, id))).toBe(id)
    expect(readGuestToken(keys, makeGuestToken(unknown, id))).toBeNull()
  })

  it.each(['stop-release', 'stop-card'] as const)('in the link %s', (what) => {
    expect(readStopToken(keys, what, makeStopToken(before, what, id))).toBe(id)
    expect(readStopToken(keys, what, makeStopToken(key, what, id))).toBe(id)
    expect(readStopToken(keys, what, makeStopToken(unknown, what, id))).toBeNull()
  })

  it('in a sealed mail', () => {
    const unsealed = (payload: unknown) =>
      renderOutboxMail('code', payload, {
        appOrigin: 'https://heartwood.example',
        codeKey: key,
        codeKeys: keys,
      })
    expect(unsealed(sealMail(before, content))).toEqual(content)
    expect(unsealed(sealMail(key, content))).toEqual(content)
    const lost = expect.objectContaining({ name: 'UnknownSealingKey' })
    expect(() => unsealed(sealMail(unknown, content))).toThrow(lost)
    expect(() => unsealed({ sealed: '' })).toThrow(lost)
    const unfit = expect.objectContaining({ name: 'UnfitPayload: sealed' })
    expect(() => unsealed({})).toThrow(unfit)
  })

  it('in a code under way: one try compares it with both', async () => {
    const use = { userId: id, purpose: 'account-deletion', email } as const
    const asked: unknown[] = []
    await verifyEmailCode(
      async (name, args, schema) => {
        asked.push([name, args.p_hmacs])
        return schema.parse(true)
      },
      keys,
      use,
      '123456',
    )
    expect(asked).toEqual([
      ['verify_email_code', [hashCode(key, use, '123456'), hashCode(before, use, '123456')]],
    ])
  })
})
