import { describe, expect, test } from 'vitest'
import { financialAccountLimits, financialAccountSchema } from '@/parts/accounts/data'
import { contactLimits, contactSchema } from '@/parts/contacts/data'

const contact = { name: 'Anna', email: '', phone: '', relation: '' }
const account = {
  category: 'bank',
  institution: 'Riverside Bank',
  account_name: 'Household',
  account_number: '',
  notes: '',
}
const tooLong = (limit: string) => `Please keep this to ${limit} characters.`

const messages = (schema: typeof contactSchema | typeof financialAccountSchema, values: object) =>
  schema.safeParse(values).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('contacts', () => {
  test('the contact form requires a name and saves empty fields as null', () => {
    expect(contactSchema.parse({ ...contact, name: '  Anna ' })).toEqual({
      name: 'Anna',
      email: null,
      phone: null,
      relation: null,
    })
    expect(messages(contactSchema, { ...contact, name: '  ' })).toEqual(['name: Enter a name.'])
  })

  test('the contact form checks the email address only when there is one', () => {
    expect(contactSchema.parse({ ...contact, email: ' Anna@Example.COM ' }).email).toBe('anna@example.com')
    expect(contactSchema.parse({ ...contact, email: '   ' }).email).toBeNull()
    expect(messages(contactSchema, { ...contact, email: 'anna@' })).toEqual(['email: Enter a valid email'])
  })

  test.each([
    ['name', contactLimits.name, '120'],
    ['phone', contactLimits.phone, '40'],
    ['relation', contactLimits.relation, '80'],
  ])('the contact form accepts in "%s" up to %i characters', (field, limit, words) => {
    expect(messages(contactSchema, { ...contact, [field]: 'x'.repeat(limit) })).toEqual([])
    expect(messages(contactSchema, { ...contact, [field]: 'x'.repeat(limit + 1) })).toEqual([
      `${field}: ${tooLong(words)}`,
    ])
  })
})

describe('accounts', () => {
  test('the financial account form requires an institution, a name and a known category', () => {
    expect(financialAccountSchema.parse(account)).toEqual({ ...account, account_number: null, notes: null })
    expect(messages(financialAccountSchema, { ...account, institution: '', account_name: ' ' })).toEqual([
      'institution: Enter the institution.',
      'account_name: Enter the account name.',
    ])
    expect(messages(financialAccountSchema, { ...account, category: 'cash' })).toEqual([
      'category: Choose a category.',
    ])
  })

  test.each(['1', '1234', ''])('accepts %j as the last digits', (account_number) => {
    expect(messages(financialAccountSchema, { ...account, account_number })).toEqual([])
  })

  test.each(['12345', '12a4', '12 4', '１２'])('refuses %j as the last digits', (account_number) => {
    expect(messages(financialAccountSchema, { ...account, account_number })).toEqual([
      'account_number: Enter the last 4 digits only, without letters or spaces.',
    ])
  })

  test.each([
    ['institution', financialAccountLimits.line, '120'],
    ['account_name', financialAccountLimits.line, '120'],
    ['notes', financialAccountLimits.notes, '2,000'],
  ])('the financial account form accepts in "%s" up to %i characters', (field, limit, words) => {
    expect(messages(financialAccountSchema, { ...account, [field]: 'x'.repeat(limit) })).toEqual([])
    expect(messages(financialAccountSchema, { ...account, [field]: 'x'.repeat(limit + 1) })).toEqual([
      `${field}: ${tooLong(words)}`,
    ])
  })
})
