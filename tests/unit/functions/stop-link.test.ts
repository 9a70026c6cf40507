import { expect, it } from 'vitest'
import { makeStopToken, readStopToken } from '../../../supabase/functions/_shared/stop-link.ts'

const key = 'a key of thirty-two characters, or more'
const id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1'

const what = 'stop-release'

it('the token of a stop link names its certificate and is the same each time', () => {
  const token = makeStopToken(key, what, id)
  expect(makeStopToken(key, what, id)).toBe(token)
  expect(readStopToken([key], what, token)).toBe(id)
})

it.each([
  ['nothing', ''],
  ['the id alone', id],
  ['the id with an empty signature', `${id}.`],
  ['another id with this signature', makeStopToken(key, what, id).replace('7f1c', '8f1c')],
  ['a changed signature', makeStopToken(key, what, id).replace(/.{4}$/, 'AAAA')],
  ['a cut signature', makeStopToken(key, what, id).slice(0, -4)],
  ['a token made with neither key', makeStopToken(`${key}!`, what, id)],
  ['a token that stops a card', makeStopToken(key, 'stop-card', id)],
])('a stop link with %s is refused', (_, token) => {
  expect(readStopToken([key, `${key}?`], what, token)).toBeNull()
})
