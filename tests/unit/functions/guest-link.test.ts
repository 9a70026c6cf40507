import { expect, it } from 'vitest'
import { makeGuestToken, readGuestToken } from '../../../supabase/functions/_shared/guest-link.ts'

const key = 'a key of thirty-two characters, or more'
const id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1'
const token = makeGuestToken(key, id)

it('the token of a guest’s link names the guest, is the same each time, and fits into an address', () => {
  expect(makeGuestToken(key, id)).toBe(token)
  expect(readGuestToken([key], token)).toBe(id)
  expect(token).toMatch(/^[\w-]{43}$/)
})

it.each([
  ['nothing', ''],
  ['the id alone', id],
  ['the id with an empty signature', Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')],
  ['another id with this signature', `A${token.slice(1)}`],
  ['a changed signature', `${token.slice(0, -4)}AAAA`],
  ['a cut signature', token.slice(0, -1)],
  ['something added', `${token}A`],
  ['characters that are left out when it is read', `${token.slice(0, 5)}.${token.slice(5)}`],
  ['padding', `${token}=`],
  ['bits that do not count changed', token.slice(0, -1) + String.fromCharCode(token.charCodeAt(42) + 1)],
  ['a token made with neither key', makeGuestToken(`${key}!`, id)],
])('a guest’s link with %s is refused', (_, wrong) => {
  expect(readGuestToken([key, `${key}?`], wrong)).toBeNull()
})
