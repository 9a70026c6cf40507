import { expect, test } from 'vitest'
import { mailHref, reachIn, telHref } from '@/lib/ways-to-contact'

const labelsIn = (text: string | null) => reachIn(text).map(({ label }) => label)

test.each([
  ['Alder & Sons, 555-0134', ['555-0134']],
  ['Service line 555-0102', ['555-0102']],
  ['Call (212) 555-0143 or +44 20 7946 0958, ext. 12', ['(212) 555-0143', '+44 20 7946 0958']],
  ['Mr. Lee <lee@harbour.example>, 555.010.0199', ['555.010.0199', 'lee@harbour.example']],
  ['555-0102 or, in the evening, 555-0102; ruth@x.example, ruth@x.example', ['555-0102', 'ruth@x.example']],
  ['Call 55 50 14', ['55 50 14']],
  ['Call 55 50 1', []],
  ['Call 123456789012345', ['123456789012345']],
  ['Call 1234567890123456', []],
  ['Alder & Sons', []],
  ['Policy HM-204-77810', []],
  ['since 2026-11-23', []],
  ['room 12', []],
  [null, []],
])('the ways to reach someone in %j are %j', (text, labels) => {
  expect(labelsIn(text)).toEqual(labels)
})

test('a link to call or write cannot carry more than the number or the address', () => {
  expect(telHref('+1 (555) 010-0199; ext=1')).toBe('tel:+155501001991')
  expect(mailHref('a?cc=b@x.example')).toBe('mailto:a%3Fcc%3Db@x.example')
  expect(reachIn('Anna, anna@example.com')).toEqual([
    { kind: 'email', label: 'anna@example.com', href: 'mailto:anna@example.com' },
  ])
})
