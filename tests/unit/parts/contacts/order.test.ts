import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactsQuery } from '@/parts/contacts'
import { sample } from '@/parts/contacts/sample'

const sorted = (names: readonly string[]) =>
  contactsQuery('owner')
    .select(sample.flatMap((contact) => names.map((name) => ({ ...contact, name }))))
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
