import { expect, test } from 'vitest'
import { capitalize, count, formatDuration, formatNumber, formatSize, inWords } from '@/lib/text'

test.each([
  [count(1, 'policy', 'policies'), '1 policy'],
  [count(2, 'policy', 'policies'), '2 policies'],
  [count(0, 'file'), '0 files'],
  [count(1200, 'file'), '1,200 files'],
])('count says %s', (words, expected) => expect(words).toBe(expected))

test.each([0, 7, 999, 1000, 12_345, 100_000, 999_999, 1_000_000, 999_999_999_999])(
  'the number %d is written as Americans write it, also with cents',
  (number) => {
    expect(formatNumber(number)).toBe(number.toLocaleString('en-US'))
    const cents = { minimumFractionDigits: 2 }
    expect(formatNumber(number + 0.25, 2)).toBe((number + 0.25).toLocaleString('en-US', cents))
  },
)

test.each([
  [0, '0:00'],
  [42.9, '0:42'],
  [725, '12:05'],
  [3725, '1:02:05'],
])('a video of %d seconds is shown as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test.each([
  [[], ''],
  [['Anna'], 'Anna'],
  [['Anna', 'Ben'], 'Anna and Ben'],
  [['Anna', 'Ben', 'Clara'], 'Anna, Ben, and Clara'],
  [['Anna', 'Ben', 'Clara', 'Dora'], 'Anna, Ben, Clara, and Dora'],
])('the names %j are in a sentence %j', (parts, words) => expect(inWords(parts)).toBe(words))

test.each([
  ['your loved one', 'Your loved one'],
  ['Margaret', 'Margaret'],
  ['élodie', 'Élodie'],
  ['', ''],
])('the text %j begins a sentence as %j', (text, capitalized) => {
  expect(capitalize(text)).toBe(capitalized)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1024 ** 2 - 1024, '1023.0 KB'],
  [1024 ** 2, '1.0 MB'],
  [500 * 1024 ** 2, '500.0 MB'],
  [1024 ** 3, '1.0 GB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
])('a file of %d bytes has the size %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})
