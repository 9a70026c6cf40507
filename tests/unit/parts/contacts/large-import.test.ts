import { expect, test } from 'vitest'
import { readContacts } from '@/parts/contacts/import/read-contacts'

const file = (content: string) => new File([content], 'contacts.vcf')
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

// Each of these took minutes when every piece of a line was joined to all before it: more than the limit of a test.
// Looked at once, they take a fraction of a second.
test.each([
  ['a photo', 'PHOTO;ENCODING=b;TYPE=JPEG:', ` ${'A'.repeat(74)}\r\n`],
  ['a note in quoted-printable', 'NOTE;ENCODING=QUOTED-PRINTABLE:=\r\n', `${'=C3=91'.repeat(12)}=\r\n`],
  ['a number in quoted-printable', 'TEL;ENCODING=QUOTED-PRINTABLE:=\r\n', `${'=C3=91'.repeat(12)}=\r\n`],
  ['a folded name', 'FN:Anna', ` ${'a'.repeat(74)}\r\n`],
  ['a line without an end to its head', 'TEL;"', ` ${'":'.repeat(37)}\r\n`],
])(
  'a vCard file with %s of 12 MB is read without joining its pieces again and again',
  async (_what, start, piece) => {
    const pieces = piece.repeat(Math.ceil((12 * 1024 * 1024) / piece.length))
    const text = `BEGIN:VCARD\r\nFN:Anna Berg\r\n${start}\r\n${pieces}\r\nEND:VCARD\r\n${card('FN:Ben')}`
    expect((await readContacts(file(text))).map(({ name }) => name)).toEqual(['Anna Berg', 'Ben'])
  },
)
