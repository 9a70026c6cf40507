import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phoneCell, toCsv } from '@/lib/files/csv'
import type { Contact } from '@/parts/contacts/data'
import { planImport } from '@/parts/contacts/import/plan-import'
import { type FoundContact, readContacts } from '@/parts/contacts/import/read-contacts'

const file = (content: BlobPart, name = 'contacts.vcf') => new File([content], name)
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
const anna = {
  name: 'Anna Berg',
  email: 'anna@example.com',
  phone: '+1 555 0100',
  relation: '',
  invitee: false,
}

const existing = (values: Partial<Contact>): Contact => ({
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Anna Berg',
  email: null,
  phone: null,
  relation: null,
  invitee: false,
  rsvp_status: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
  ...values,
})

describe('vCard', () => {
  test('a vCard file of an iPhone (3.0) is read, with grouped values, escapes and the preferred number', async () => {
    const text = card(
      'VERSION:3.0',
      'N:Berg;Anna;;;',
      'FN:Anna Berg\\, née Olsen',
      'item1.EMAIL;type=INTERNET;type=pref:Anna@Example.com',
      'TEL;type=HOME;type=VOICE:+1 555 0101',
      'TEL;type=CELL;type=VOICE;type=pref:+1 555 0100',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQ',
      ' AAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQo',
    )
    expect(await readContacts(file(text))).toEqual([
      { ...anna, name: 'Anna Berg, née Olsen', email: 'Anna@Example.com' },
    ])
  })

  test('a vCard file of an Android phone (2.1) is read, with quoted-printable names over several lines', async () => {
    const text = card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=91=C3=BA=C3=B1ez;Jos=',
      '=C3=A9;;;',
      'TEL;HOME:5550101',
      'TEL;CELL:5550100',
    )
    expect(await readContacts(file(text))).toEqual([
      { name: 'José Ñúñez', email: '', phone: '5550100', relation: '', invitee: false },
    ])
  })

  test('a vCard file of version 4.0 is read, with folded lines and addresses as links', async () => {
    const text = card(
      'VERSION:4.0',
      'FN:Li',
      '  Wei 李伟',
      'TEL;VALUE=uri:tel:+86-10-5550100',
      'EMAIL:li@example.com',
    )
    expect(await readContacts(file(text))).toEqual([
      { name: 'Li Wei 李伟', email: 'li@example.com', phone: '+86-10-5550100', relation: '', invitee: false },
    ])
  })

  test.each([
    ['the preferred number', ['TEL;TYPE=CELL:1', 'TEL;TYPE=HOME;PREF=1:2'], '2'],
    ['the mobile phone before any other', ['TEL;TYPE=HOME:1', 'TEL;TYPE=IPHONE:2'], '2'],
    ['the first of two equal numbers', ['TEL;TYPE=HOME:1', 'TEL;TYPE=WORK:2'], '1'],
    ['a fax only where there is no other', ['TEL;TYPE=FAX,PREF:1', 'TEL;TYPE=WORK:2'], '2'],
    ['a pager only where there is no other', ['TEL;PAGER:1', 'TEL:2'], '2'],
    ['a pager where there is no other', ['TEL;PAGER:1'], '1'],
  ])('a vCard file gives of several numbers %s', async (_what, lines, phone) => {
    expect(await readContacts(file(card('FN:Anna Berg', ...lines)))).toMatchObject([{ phone }])
  })

  test('a vCard file of quoted-printable that stops in the middle of a letter, or has no letters, is read as far as it goes', async () => {
    const text =
      card('N;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9=;=4;;') + card('FN;ENCODING=QUOTED-PRINTABLE:=zz 100=25 =x')
    expect((await readContacts(file(text))).map(({ name }) => name)).toEqual(['=4 José=', '=zz 100% =x'])
  })

  test('a vCard file is read with values too long for a contact, of which only the beginning is kept', async () => {
    const long = 'x'.repeat(200_000)
    const [found] = await readContacts(
      file(card('FN:Anna', `TEL:${long}`, `EMAIL:a@${long}`, `NOTE:${long}`)),
    )
    expect(found?.name).toBe('Anna')
    expect(found?.phone).toMatch(/^x{9000,10000}$/)
    expect(planImport(found ? [found] : [], []).rows[0]).toMatchObject({
      contact: { name: 'Anna', phone: null, email: null },
      leftOut: [expect.stringContaining('isn’t a valid email'), expect.stringContaining('too long')],
    })
  })

  test.each([
    ['a name folded in the middle of a word', card('FN:Ann', ' a Berg')],
    ['a name folded right behind its property', card('FN', ' :Anna Berg')],
    ['spaces around a property and its value', card('FN : Anna   Berg ')],
    ['a quoted-printable name cut before a word', card('N;ENCODING=QUOTED-PRINTABLE:Be=', 'rg;Anna')],
    [
      'a quoted-printable name in another charset',
      card('N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Berg;=41nna'),
    ],
    ['a name of which a parameter holds a colon', card('FN;X-SAID="by: Tom":Anna Berg')],
    ['an empty name before the one that is filled in', card('FN:', 'FN:Anna Berg')],
    ['the start and end of something else in it', card('FN:Anna Berg', 'BEGIN:X', 'END:X', 'NOTE:x')],
    ['an end before the first start', `END:VCARD\r\n${card('FN:Anna Berg')}`],
    ['spaces behind its start and end', 'BEGIN:VCARD \r\nFN:Anna Berg\r\nEND:VCARD \r\n'],
    ['no line break at its end', 'BEGIN:VCARD\r\nFN:Anna Berg\r\nEND:VCARD'],
    ['a line without a value', card('FN', 'N:Berg;Anna')],
  ])('a vCard file is read with %s', async (_what, text) => {
    expect((await readContacts(file(text))).map(({ name }) => name)).toEqual(['Anna Berg'])
  })

  test('a vCard file keeps the spaces inside a quoted-printable name that goes on on the next line', async () => {
    const text = card('N;ENCODING=QUOTED-PRINTABLE:Berg=', ' Olsen Lee;Anna', 'TEL:1')
    expect(await readContacts(file(text))).toMatchObject([{ name: 'Anna BergOlsen Lee', phone: '1' }])
  })

  test.each([
    ['ISO-8859-1', 'M=FCller;J=F6rg', 'Jörg Müller'],
    ['UTF-8', 'M=C3=BCller;J=C3=B6rg', 'Jörg Müller'],
    ['X-UNKNOWN', 'M=C3=BCller;J=C3=B6rg', 'Jörg Müller'],
  ])(
    'a vCard file in quoted-printable of the charset %s is read in it, or as UTF-8',
    async (charset, n, name) => {
      const text = card(`N;ENCODING=QUOTED-PRINTABLE;CHARSET=${charset}:${n}`)
      expect(await readContacts(file(text))).toMatchObject([{ name }])
    },
  )

  test('a vCard file that only speaks of quoted-printable is read as it is', async () => {
    expect(await readContacts(file(card('FN:quoted-printable: =41')))).toMatchObject([
      { name: 'quoted-printable: =41' },
    ])
  })

  test('a vCard file is read with a semicolon in a name, a company called Vcard, and a number left empty', async () => {
    const text = card('N:Berg\\;Olsen;Anna', 'TEL:', 'TEL:1') + card('TEL:2', 'ORG:Vcard')
    expect(await readContacts(file(text))).toMatchObject([
      { name: 'Anna Berg;Olsen', phone: '1' },
      { name: 'Vcard', phone: '2' },
    ])
  })

  test('a vCard file names a person without a name by their organization, email or number', async () => {
    const text =
      card('ORG:Hill Funeral Home;Office') +
      card('EMAIL:x@example.com') +
      card('TEL:5550100') +
      card('NOTE:x')
    expect((await readContacts(file(text))).map(({ name }) => name)).toEqual([
      'Hill Funeral Home, Office',
      'x@example.com',
      '5550100',
    ])
  })
})

describe('CSV', () => {
  test('a CSV file of contacts of Google is read, the first of several values', async () => {
    const text =
      'First Name,Middle Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value,Relation 1 - Value\n' +
      'Anna,,Berg,,Home,anna@example.com ::: a@example.com,+1 555 0100,\n' +
      ',,,Hill Funeral Home,,,555 0102,\n'
    expect(await readContacts(file(text))).toEqual([
      anna,
      { ...anna, name: 'Hill Funeral Home', email: '', phone: '555 0102' },
    ])
  })

  test('a CSV file of contacts is read with spaces and underscores in its headings, and with cells that are missing', async () => {
    const text = ' Full__Name ,E-Mail,Phone\n"  Anna \n  Berg ",anna@example.com,+1 555 0100\nBen\n'
    expect(await readContacts(file(text))).toEqual([anna, { ...anna, name: 'Ben', email: '', phone: '' }])
  })

  test('a CSV file of contacts that speaks of vCards is read as a table', async () => {
    expect(await readContacts(file('Name,Relation\nAnna,BEGIN:VCARD\n'))).toMatchObject([
      { name: 'Anna', relation: 'BEGIN:VCARD' },
    ])
  })

  test('a CSV file of contacts of Outlook is read, in the letters of Windows', async () => {
    const text =
      '"First Name";"Last Name";"E-mail Address";"Mobile Phone"\r\n"J\xf6rg";"M\xfcller";"j@example.com";""\r\n'
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    expect(await readContacts(file(bytes))).toEqual([
      { name: 'Jörg Müller', email: 'j@example.com', phone: '', relation: '', invitee: false },
    ])
  })

  test.each([
    [
      'German',
      'Anrede;Vorname;Nachname;Firma;E-Mail-Adresse;Mobiltelefon\r\nFrau;Anna;Berg;;a@b.example;0170 1',
    ],
    ['German, of two columns', 'Vorname;Name;E-Mail;Telefon (privat)\r\nAnna;Berg;a@b.example;0170 1'],
    ['French', 'Prénom,Nom,Adresse de messagerie,Tél. mobile\r\nAnna,Berg,a@b.example,0170 1'],
  ])('a CSV file of contacts is read with the headings of %s', async (_language, text) => {
    expect(await readContacts(file(text))).toEqual([
      { name: 'Anna Berg', email: 'a@b.example', phone: '0170 1', relation: '', invitee: false },
    ])
  })

  test.each(['+1-555-0100', '+1 (555) 030-1000', '555-0100', "+1-cmd|' /C calc'!A0"])(
    'a phone number that Heartwood exported comes back with what was dialed: %s',
    async (phone) => {
      const csv = toCsv([
        ['Name', 'Phone'],
        ['Anna', phoneCell(phone)],
      ])
      const [found] = await readContacts(file(csv))
      expect(found?.phone.replace(/[ -]/g, '')).toBe(phone.replace(/[ -]/g, ''))
    },
  )

  test('a CSV file of contacts that Heartwood exported comes back as it was', async () => {
    const line = fc
      .stringMatching(/^[\p{L}=+@-][\p{L}\p{N} ,"';=+@-]{0,30}$/u)
      .map((text) => text.replace(/\s+/g, ' ').trim())
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: line, relation: line, invitee: fc.boolean() }), { minLength: 1 }),
        async (people) => {
          const csv = toCsv([
            ['Name', 'Email', 'Phone', 'Relation', 'Invitee', 'RSVP Status'],
            ...people.map(({ name, relation, invitee }) => [
              name,
              'a@example.com',
              null,
              relation,
              invitee ? 'Yes' : 'No',
              null,
            ]),
          ])
          const expected = people.map((person) => ({ ...person, email: 'a@example.com', phone: '' }))
          expect(await readContacts(file(csv))).toEqual(expected)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('any file', () => {
  const littleEndian = (text: string) => [
    0xff,
    0xfe,
    ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]),
  ]
  const bigEndian = (text: string) =>
    littleEndian(text).map((_, n, bytes) => bytes[n % 2 === 0 ? n + 1 : n - 1] ?? 0)

  test.each([
    ['little', littleEndian],
    ['big', bigEndian],
  ])('a file of contacts in UTF-16 with the %s end first is read', async (_, bytesOf) => {
    const bytes = Uint8Array.from(bytesOf(card('FN:José Ñúñez')))
    expect(await readContacts(file(bytes))).toMatchObject([{ name: 'José Ñúñez' }])
  })

  test.each([
    [0xff, 0x41],
    [0x41, 0xfe],
    [0xfe, 0x41],
    [0x41, 0xff],
  ])(
    'a file of contacts that begins with only one byte of UTF-16 (%d, %d) is read as letters of Windows',
    async (...start) => {
      const table = Uint8Array.from('xxName,Phone\n,1\n', (letter) => letter.charCodeAt(0))
      table.set(start)
      expect(await readContacts(file(table))).toMatchObject([{ name: '1', phone: '1' }])
    },
  )

  test('a file of contacts may have 50 MB, and one that is larger or cannot be read is refused', async () => {
    const ofSize = (size: number) => {
      const given = file(card('FN:Anna'))
      Object.defineProperty(given, 'size', { value: size })
      return given
    }
    expect(await readContacts(ofSize(50 * 1024 * 1024))).toHaveLength(1)
    await expect(readContacts(ofSize(50 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: 'contacts_file_too_large',
    })
    const moved = file(card('FN:Anna'))
    moved.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    await expect(readContacts(moved)).rejects.toMatchObject({ code: 'file_unreadable' })
  })
})

describe('no contacts', () => {
  test.each([
    ['an empty file', ''],
    ['a letter', 'Dear Anna,\nhow are you?'],
    ['a table without names of columns', 'Anna,anna@example.com\nBen,ben@example.com'],
    ['a vCard that never ends', 'BEGIN:VCARD\nFN:Anna'],
  ])('a file without contacts is refused: %s', async (_what, text) => {
    await expect(readContacts(file(text))).rejects.toMatchObject({ code: 'not_contacts' })
  })

  test('a file without contacts of any content gives contacts or is refused, and never fails otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, isCard) => {
        const content = isCard ? ['BEGIN:VCARD\n', bytes, '\nEND:VCARD'] : [bytes]
        const read = await readContacts(new File(content as BlobPart[], 'x')).catch(({ code }) => code)
        expect(Array.isArray(read) || read === 'not_contacts').toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('plan', () => {
  const plan = (found: Partial<FoundContact>[], contacts: Contact[] = []) =>
    planImport(
      found.map((person) => ({ ...anna, email: '', phone: '', ...person })),
      contacts,
    )
  const sameAs = (found: Partial<FoundContact>[], contacts: Contact[] = []) =>
    plan(found, contacts).rows.map((row) => row.sameAs)

  test('the plan of an import finds who is there already by email, whatever the name', () => {
    expect(
      sameAs([{ name: 'A. Berg', email: 'ANNA@example.com' }], [existing({ email: 'anna@example.com' })]),
    ).toEqual(['contact'])
  })

  test('the plan of an import finds who is there already by name, with capitals, accents and the country code left out', () => {
    expect(
      sameAs([{ name: 'ANNA BÉRG', phone: '+49 170 1234567' }], [existing({ phone: '0170/1234567' })]),
    ).toEqual(['contact'])
    expect(sameAs([{ name: 'Anna Berg' }], [existing({ phone: '555' })])).toEqual(['contact'])
  })

  test('the plan of an import keeps two people of one name with different numbers apart', () => {
    expect(sameAs([{ phone: '555 0100' }], [existing({ phone: '555 0199' })])).toEqual([null])
  })

  test('the plan of an import finds who is there already by name and number, whatever the email', () => {
    expect(
      sameAs(
        [{ email: 'b@example.com', phone: '555 0100' }],
        [existing({ email: 'a@example.com', phone: '555-0100' })],
      ),
    ).toEqual(['contact'])
  })

  test('the plan of an import finds who is there already by name where the number or the email is only on one side', () => {
    expect(sameAs([{ phone: '555 0100' }], [existing({})])).toEqual(['contact'])
    expect(sameAs([{ email: 'a@example.com' }], [existing({})])).toEqual(['contact'])
    expect(sameAs([{}], [existing({ email: 'a@example.com' })])).toEqual(['contact'])
    expect(sameAs([{ email: 'b@example.com' }], [existing({ email: 'a@example.com' })])).toEqual([null])
  })

  test('the plan of an import keeps a number and a relation of exactly the length that a contact holds', () => {
    const [row] = plan([{ phone: '1'.repeat(40), relation: 'x'.repeat(80) }]).rows
    expect(row).toMatchObject({
      contact: { phone: '1'.repeat(40), relation: 'x'.repeat(80) },
      leftOut: [],
    })
  })

  test('the plan of an import finds the same person further up in the file', () => {
    expect(sameAs([{ email: 'a@example.com' }, { name: 'Other', email: 'a@example.com' }])).toEqual([
      null,
      'file',
    ])
  })

  test('the plan of an import leaves out what a contact cannot hold and says so, but keeps the person', () => {
    const [row] = plan([{ email: 'no email', phone: '1'.repeat(41), relation: 'x'.repeat(81) }]).rows
    expect(row?.contact).toEqual({
      name: 'Anna Berg',
      email: null,
      phone: null,
      relation: null,
      invitee: false,
    })
    expect(row?.leftOut).toEqual([
      'Email skipped: “no email” isn’t a valid email address.',
      `Phone skipped: “${'1'.repeat(41)}” is too long for a phone number.`,
      `Relation skipped: “${'x'.repeat(81)}” is too long.`,
    ])
  })

  test('the plan of an import refuses someone of whom it knows only an address that is none', () => {
    const { rows, refused } = plan([
      { name: 'no email', email: 'no email', phone: '' },
      { name: 'no email', email: 'no email', phone: '+1 555 0100' },
      { name: 'none', email: 'none', phone: '', relation: 'Neighbor' },
    ])
    expect(rows.map(({ contact: { name, phone, relation } }) => [name, phone ?? relation])).toEqual([
      ['no email', '+1 555 0100'],
      ['none', 'Neighbor'],
    ])
    expect(refused).toEqual([
      { id: expect.any(String), name: 'No name', why: '“no email” isn’t a valid email address.' },
    ])
  })

  test('the plan of an import refuses a person whose name a contact cannot hold, with the reason', () => {
    const { rows, refused } = plan([{ name: 'x'.repeat(121) }])
    expect(rows).toEqual([])
    expect(refused).toEqual([
      { id: expect.any(String), name: 'x'.repeat(121), why: 'Please keep this to 120 characters.' },
    ])
  })
})
