import { afterEach, describe, expect, test, vi } from 'vitest'
import { errorSentence, errorSentenceOfReading } from '@/words/refusals'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the sentence of an error', () => {
  test.each([
    ['5000', 'a plan holds at most 5,000 of these'],
    ['500', 'a plan holds at most 500 of these'],
  ])('names the limit %s that the database sent with a full list', (details, words) => {
    expect(errorSentence({ code: 'HW040', details })).toContain(words)
  })

  test.each([undefined, null, '', 'no number'])(
    'leaves the limit out when the database sent %s',
    (details) => {
      expect(errorSentence({ code: 'HW040', details })).toBe(
        'Your list is full. Delete one you no longer need, then try again.',
      )
    },
  )

  test.each([
    [`${2 * 1024 ** 3}`, 'can take up 2 GB in all'],
    [`${25 * 1024 ** 3}`, 'can take up 25 GB in all'],
  ])('names the room of %s bytes that the database sent with a refused file', (details, words) => {
    expect(errorSentence({ code: 'HW041', details })).toContain(words)
  })

  test('of an unknown code is the general one and never the message of the server', () => {
    expect(errorSentence({ code: 'XX000', message: 'secret', details: '7' })).toBe(
      'Something went wrong on our side. Please try again in a moment.',
    )
  })

  test('says that what was typed is still here, but not where nothing was', () => {
    const lost = new TypeError('Failed to fetch')
    expect(errorSentence(lost)).toMatch(/try again\. What you typed is still here\.$/)
    expect(errorSentenceOfReading(lost)).toMatch(/try again\.$/)
    expect(errorSentenceOfReading({ code: 'PGRST301' })).toBe(errorSentence({ code: 'PGRST301' }))
  })

  test.each(['22P05', '22021'])('says that a character cannot be saved, and what to do: %s', (code) => {
    expect(errorSentence({ code, message: 'unsupported Unicode escape sequence' })).toMatch(
      /has a character that can't be saved\. Please delete it/,
    )
  })

  test('sends a person to the support only where there is one, with its address', () => {
    const sentence = () => errorSentence({ code: 'account_not_deleted' })
    vi.stubEnv('VITE_SUPPORT_EMAIL', '')
    expect(sentence()).toBe('Unable to delete account. Please try again later.')
    vi.stubEnv('VITE_SUPPORT_EMAIL', 'help@heartwood.example')
    expect(sentence()).toBe('Unable to delete account. Please contact support: help@heartwood.example')
  })
})
