import { expect, test } from 'vitest'
import { cleanFileName, fileNameOf, storedName } from '@/lib/files/stored-names'

test('cleanFileName replaces special characters and keeps the extension', () => {
  expect(cleanFileName('Last will (signed) – 2024.pdf')).toBe('Last_will_signed_2024.pdf')
  expect(cleanFileName('遺言.pdf')).toBe('file.pdf')
  expect(cleanFileName('../../etc/passwd')).toBe('etc_passwd')
  expect(cleanFileName(`${'long'.repeat(60)}.jpeg`)).toMatch(/^.{95}\.jpeg$/)
  expect(cleanFileName('')).toBe('file')
})

test('fileNameOf shows a stored file without its folder and timestamp', () => {
  expect(fileNameOf('1111/estate/1700000000000-will.pdf')).toBe('will.pdf')
  expect(fileNameOf('1111/estate/scan-2024-1.pdf')).toBe('scan-2024-1.pdf')
  expect(fileNameOf('will.pdf')).toBe('will.pdf')
})

test.each([
  '遺言.pdf',
  'وصية جدي.pdf',
  'Müllers Testament.PDF',
  'завещание',
  '遺言.メモ',
  '山田 太郎 (copy).v2.jpeg',
])('a stored file named %j is shown with the name as it was given', (name) => {
  const stored = storedName(name)
  expect(stored).toMatch(/^[A-Za-z0-9._-]+$/)
  expect(fileNameOf(`1111/estate/1700000000000-${stored}`)).toBe(name)
})

test.each([
  ['遺言.pdf', 'file.6YG66KiA.pdf'],
  [`${'a'.repeat(100)}é.pdf`, `${'a'.repeat(60)}.${'YWFh'.repeat(33)}YcOp.pdf`],
])('a stored file named %j is called %j in Storage', (name, stored) => {
  expect(storedName(name)).toBe(stored)
})

test('a stored file with a plain name keeps it', () => {
  expect(storedName('will.pdf')).toBe('will.pdf')
  expect(storedName('Last will (signed) – 2024.pdf')).toBe('Last_will_signed_2024.pdf')
})

test('a very long name is cut between characters, and stays short enough for a disk', () => {
  const stored = storedName(`${'遺言'.repeat(100)}.pdf`)
  expect(stored.length).toBeLessThan(240)
  expect(fileNameOf(stored)).toBe(`${'遺言'.repeat(20)}.pdf`)
})

test('a name is shown without characters that turn the text around', () => {
  expect(fileNameOf(storedName('遺\u202Efdp.言.pdf'))).toBe('遺fdp.言.pdf')
})

test.each(['will.6YG66KiA.pdf', 'file.6YG66KiA (1).pdf', 'file.abcd.pdf', 'file.____.pdf', '.pdf', ''])(
  'a name that only looks encoded is shown as it is: %j',
  (name) => {
    expect(fileNameOf(`1/1700000000000-${name}`)).toBe(name)
  },
)
