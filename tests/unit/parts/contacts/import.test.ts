import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCsv } from '@/lib/files/csv'
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
      leftOut: [expect.stringContaining("isn't a valid email"), expect.stringContaining('too long')],
    })
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

  test('a CSV file of contacts of Outlook is read, in the letters of Windows', async () => {
    const text =
      '"First Name";"Last Name";"E-mail Address";"Mobile Phone"\r\n"J\xf6rg";"M\xfcller";"j@example.com";""\r\n'
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    expect(await readContacts(file(bytes))).toEqual([
      { name: 'Jörg Müller', email: 'j@example.com', phone: '', relation: '', invitee: false },
    ])
  })

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
      "Left out, because it isn't a valid email: no email",
      `Left out, because it's too long for a phone number: ${'1'.repeat(41)}`,
      `Left out, because it's too long for a relation: ${'x'.repeat(81)}`,
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
