import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactsQuery } from '@/parts/contacts'
import type { Contact } from '@/parts/contacts/data'

const named = (name: string): Contact => ({
  id: name,
  name,
  email: null,
  phone: null,
  relation: null,
  invitee: false,
  rsvp_status: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
})

const sorted = (names: readonly string[]) =>
  contactsQuery('owner')
    .select(names.map(named))
    .map(({ name }) => name)

test('contacts of any name are in the order of an English dictionary', () => {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  const letters = fc.string({ unit: fc.constantFrom(...'abYZ 9é’-'), maxLength: 6 })
  const plain = fc.string({ unit: fc.constantFrom(...'abYZ '), maxLength: 6 })
  fc.assert(
    fc.property(fc.oneof(fc.array(plain), fc.array(letters)), (names) => {
      expect(sorted(names)).toEqual(names.toSorted(compare))
    }),
  )
})
