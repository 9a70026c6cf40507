import { describe, expect, test } from 'vitest'
import { forgetCopies } from '@/browser/device-storage'
import { isReadBy } from '@/parts/kit/part'
import { keepObituary, OBITUARY_LIMIT, readObituary } from '@/reading/obituary/kept-obituary'
import { obituaryFacts, obituaryLengths, writeObituary } from '@/reading/obituary/obituary'
import { memorialParts } from '@/reading/use-plan'
import { readPart } from '../../read-part'

const person = (name: string, relation: string | null) => ({ name, relation })
const given = {
  who: 'Margaret Ellis',
  bornOn: '1948-03-03',
  diedOn: '2026-11-18',
  line: 'There is always room for one more at the table.',
  people: [person('Peter Ellis', 'Brother'), person('Dr. Okafor', 'Family doctor')],
  notes: 'She taught in Portland for forty years.',
  isWithoutService: false,
  service: {
    held_on: '2026-12-05',
    held_at: '14:00:00',
    place: 'St. Brannoc’s',
    flowers: 'No lilies. Gifts to the library.',
    is_called_off: false,
  },
}
const opening = 'Margaret Ellis, born in 1948, died on November 18, 2026.'
const service = 'A service will be held on Saturday, December\u00a05, 2026 at 2:00\u00a0PM at St. Brannoc’s.'
const line = `“${given.line}”`
const family = 'Margaret Ellis is survived by Peter Ellis (brother).'

describe('the draft of an obituary', () => {
  test.each([
    ['short', [opening, service]],
    ['medium', [opening, line, family, service, given.service.flowers]],
    ['long', [opening, line, given.notes, family, service, given.service.flowers]],
  ] as const)('the draft of an obituary has a %s version', (length, paragraphs) => {
    expect(writeObituary(length, given).split('\n\n')).toEqual(paragraphs)
  })

  test('the draft of an obituary leaves in brackets what no one has said yet', () => {
    const unknown = { ...given, who: null, bornOn: null, diedOn: null, service: null }
    expect(writeObituary('short', unknown).split('\n\n')).toEqual([
      '[Name], born in [year of birth], died on [day of death].',
      'A service will be held [day, time and place].',
    ])
  })

  test.each(obituaryLengths)('the draft of an obituary never has the day of birth: %s', (length) => {
    expect(writeObituary(length, given)).not.toMatch(/March|1948-03|03-03|Portland, Maine/)
  })

  test('the draft of an obituary says that there will be no service only where that was wished and none is arranged', () => {
    const without = { ...given, isWithoutService: true }
    expect(writeObituary('short', { ...without, service: null })).toContain(
      'As Margaret Ellis wished, there will be no service.',
    )
    expect(writeObituary('short', without)).toContain(service)
  })

  test('the draft of an obituary does not announce a service that was called off', () => {
    const calledOff = { ...given, service: { ...given.service, is_called_off: true } }
    const text = writeObituary('long', calledOff)
    expect(text).toContain('A service will be held [day, time and place].')
    expect(text).not.toMatch(/St\. Brannoc|library/)
  })

  test.each([
    ['Brother', 'Peter Ellis (brother)'],
    ['My younger brother', 'Peter Ellis (younger brother)'],
    ['Sister in law', 'Peter Ellis (sister-in-law)'],
    ['stepson', 'Peter Ellis (stepson)'],
    ['great-grandson', 'Peter Ellis (great-grandson)'],
    // Banks ask for the family name of the mother's side.
    ['Mother', 'Peter (mother)'],
    ['Aunt', 'Peter (aunt)'],
    ['grandmother', 'Peter (grandmother)'],
  ])('the draft of an obituary names the %s of the owner', (relation, words) => {
    const text = writeObituary('medium', { ...given, people: [person('Peter Ellis', relation)] })
    expect(text).toContain(`survived by ${words}`)
  })

  test.each([
    null,
    '',
    'Family doctor',
    'Friend since school',
    'Brother’s friend',
    'Tom’s brother',
    'Ex-husband',
    'Motherboard',
  ])('the draft of an obituary names no one as family who is: %s', (relation) => {
    expect(writeObituary('long', { ...given, people: [person('Peter Ellis', relation)] })).not.toContain(
      'Peter',
    )
  })

  test('the draft of an obituary lists a family in words', () => {
    const people = [
      person('Ann Ellis', 'Daughter'),
      person('Tom Ellis', 'Son'),
      person('Joe Ellis', 'Cousin'),
    ]
    expect(writeObituary('medium', { ...given, people })).toContain(
      'survived by Ann Ellis (daughter), Tom Ellis (son), and Joe Ellis (cousin).',
    )
  })
})

describe('what a plan gives to an obituary', () => {
  const rows: Record<string, unknown> = {
    funeral: { obituary: given.notes, service_type: 'none' },
    portrait: [{ born_on: given.bornOn, remembered_by: given.line, born_in: 'Portland, Maine' }],
    contacts: [{ name: 'Peter Ellis', relation: 'Brother', email: 'peter@example.com' }],
  }
  const parts = memorialParts.map((part) => readPart(part, rows[part.key] ?? []))

  test('the facts of an obituary come from the portrait, the contacts and the funeral wishes', () => {
    expect(obituaryFacts(parts)).toMatchObject({
      bornOn: given.bornOn,
      line: given.line,
      notes: given.notes,
      isWithoutService: true,
      people: [{ name: 'Peter Ellis', relation: 'Brother' }],
    })
  })

  test('the facts of an obituary are only those that its reader may see', () => {
    const readable = parts.filter((part) => isReadBy(part, { canView: true, openParts: ['funeral'] }))
    expect(obituaryFacts(readable)).toEqual({
      bornOn: null,
      line: null,
      people: [],
      notes: given.notes,
      isWithoutService: true,
    })
  })

  test('a plan that says nothing, or was not read, gives nothing', () => {
    const nothing = { bornOn: null, line: null, people: [], notes: null, isWithoutService: false }
    expect(obituaryFacts(memorialParts.map((part) => readPart(part, undefined)))).toEqual(nothing)
    expect(
      obituaryFacts(memorialParts.map((part) => readPart(part, part.key === 'funeral' ? null : []))),
    ).toEqual(nothing)
  })
})

test('a changed obituary is kept on the device for one person and one plan, until they sign out', () => {
  expect(readObituary('anna', 'margaret')).toBeNull()
  expect(keepObituary('anna', 'margaret', 'She was loved.')).toBe(true)
  expect(readObituary('anna', 'margaret')).toBe('She was loved.')
  expect([readObituary('tom', 'margaret'), readObituary('anna', 'walter')]).toEqual([null, null])
  keepObituary('anna', 'margaret', 'x'.repeat(OBITUARY_LIMIT + 1))
  expect(readObituary('anna', 'margaret')).toBeNull()
  keepObituary('anna', 'margaret', 'She was loved.')
  forgetCopies()
  expect(readObituary('anna', 'margaret')).toBeNull()
})
