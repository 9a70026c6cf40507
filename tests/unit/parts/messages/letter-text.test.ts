import { describe, expect, test } from 'vitest'
import { letterSchema, toLetterForm } from '@/parts/messages/data'
import { holdsOpener, letterText, withOpener, withoutOpener } from '@/parts/messages/letter/letter-text'

const opener = 'I remember one day:'

describe('openers', () => {
  test('an opener is put at the end of a letter, in a paragraph of its own, to be written on from', () => {
    expect(withOpener('', opener)).toBe(`${opener} `)
    expect(withOpener('Dear Tom,\n', opener)).toBe(`Dear Tom,\n\n${opener} `)
  })

  test('an opener is left out of a letter again, and what was written on from it stays', () => {
    const before = 'Dear Tom,\n\nThank you.'
    expect(withoutOpener(withOpener(before, opener), opener)).toBe(before)
    expect(withoutOpener(withOpener('', opener), opener)).toBe('')
    expect(withoutOpener(`${before}\n\n${opener} we swam.\n\nMom`, opener)).toBe(
      `${before}\n\nwe swam.\n\nMom`,
    )
    expect(withoutOpener(`Dear Tom,\n${opener}\nMom`, opener)).toBe('Dear Tom,\nMom')
    expect(withoutOpener(before, opener)).toBe(before)
  })

  test('an opener is known to be in a letter at the beginning of a line alone', () => {
    expect(holdsOpener(`Dear Tom,\n${opener} we swam.`, opener)).toBe(true)
    expect(holdsOpener(`He said: ${opener}`, opener)).toBe(false)
  })
})

describe('form', () => {
  const schema = letterSchema('2026-11-21')
  const form = toLetterForm(null)
  const problems = (change: object) =>
    schema.safeParse({ ...form, ...change }).error?.issues.map(({ path, message }) => [path[0], message])

  test('a new letter is for no one until someone is chosen, and has to have words', () => {
    expect(problems({})).toEqual([
      ['body', 'Write a few words first.'],
      ['audience', 'Choose who receives it.'],
    ])
    expect(problems({ audience: 'everyone', body: ' \n' })).toEqual([['body', 'Write a few words first.']])
  })

  test('a letter is saved as it was written, without what no one sees', () => {
    expect(
      schema.parse({ ...form, audience: 'everyone', body: 'Dear all,\r\n\n\tbe\u0000 well. \n' }),
    ).toEqual({
      title: 'Untitled Letter',
      for_beneficiary: null,
      deliver_on: null,
      body: 'Dear all,\n\n\tbe well. \n',
    })
    expect(letterText('a\u001bb\u0085c\rd')).toBe('abc\nd')
  })

  test('a letter holds up to 20,000 characters, of which an emoji is one', () => {
    expect(problems({ audience: 'everyone', body: '👋'.repeat(20_000) })).toBeUndefined()
    expect(problems({ audience: 'everyone', body: 'x'.repeat(20_001) })).toEqual([
      ['body', 'Please keep this to 20,000 characters.'],
    ])
  })

  test('the form of a letter without a title leaves the title empty', () => {
    const letter = {
      id: '1',
      user_id: '2',
      title: 'Untitled Letter',
      storage_path: null,
      body: 'Dear Tom',
      for_beneficiary: 7,
      deliver_on: '2030-06-15',
      transcript: null,
      captions: null,
      created_at: '2026-11-01T10:00:00+00:00',
      updated_at: '2026-11-01T10:00:00+00:00',
    }
    expect(toLetterForm(letter)).toEqual({
      title: '',
      audience: 'person',
      person: '7',
      timing: 'date',
      date: '2030-06-15',
      body: 'Dear Tom',
    })
    expect(
      toLetterForm({ ...letter, title: 'For Tom', for_beneficiary: null, deliver_on: null }),
    ).toMatchObject({
      title: 'For Tom',
      audience: 'everyone',
      timing: 'opening',
    })
  })
})
