import { expect, test } from 'vitest'
import { designationSchema } from '@/account/person-form'
import { funeralPlanSchema } from '@/data/save-funeral-plan'
import { codeForm, emailSchema, fullNameSchema } from '@/lib/validation'
import { financialAccountSchema } from '@/parts/accounts/data'
import { contactSchema } from '@/parts/contacts/data'
import { documentSchema } from '@/parts/documents/data'
import { homeItemSchema } from '@/parts/home/data'
import { policySchema } from '@/parts/insurance/data'
import { videoMessageSchema } from '@/parts/messages/data'
import { musicSchema } from '@/parts/music/playlist'

interface Schema {
  safeParse: (values: unknown) => { error?: { issues: { message: string }[] } | undefined }
}

/** What zod says where a schema has no words of its own. */
const notOurs = /^(Invalid|Too (small|big|long|short)|Expected|Required|Unrecognized)\b/

/** Each form's fields: the first value of those that can be empty, null for text, and the choice of the others. */
const forms: [name: string, schema: Schema, fields: Record<string, string | null>][] = [
  ['name', fullNameSchema, { full_name: null }],
  ['designation', designationSchema, { person_name: null, person_email: null, role: 'trustee' }],
  [
    'funeral plan',
    funeralPlanSchema,
    {
      disposition: '',
      service_type: '',
      likeness: '',
      funeral_home: null,
      venue: null,
      officiant: null,
      personal_requests: null,
      obituary: null,
    },
  ],
  ['contact', contactSchema, { name: null, email: null, phone: null, relation: null }],
  [
    'account',
    financialAccountSchema,
    { category: '', institution: null, account_name: null, account_number: null, notes: null },
  ],
  ['document', documentSchema, { doc_type: '', description: null, original_location: null }],
  [
    'home item',
    homeItemSchema,
    { kind: '', name: null, location: null, care: null, contact: null, caretaker: null },
  ],
  [
    'policy',
    policySchema,
    { provider: null, policy_number: null, coverage_amount: null, agent_contact: null, notes: null },
  ],
  ['music', musicSchema, { link: null }],
  [
    'video',
    videoMessageSchema('2026-11-22'),
    { title: null, audience: 'person', person: null, timing: 'date', date: null, transcript: null },
  ],
]

function words(schema: Schema, values: unknown): string[] {
  return schema.safeParse(values).error?.issues.map(({ message }) => message) ?? []
}

const texts = ['', ' ', 'x', '\u0007', '-1', `${'x'.repeat(20_000)}@example.com`]

test.each(forms)('every problem of the %s form is said in our own words', (_name, schema, fields) => {
  const found = texts.flatMap((text) =>
    words(schema, Object.fromEntries(Object.entries(fields).map(([name, choice]) => [name, choice ?? text]))),
  )
  expect(found.filter((message) => message === '' || notOurs.test(message))).toEqual([])
})

test.each([
  ['email address', emailSchema],
  ['code', codeForm.shape.code],
])('every problem of a typed %s is said in our own words', (_name, schema) => {
  const found = texts.flatMap((text) => words(schema, text))
  expect(found.filter((message) => message === '' || notOurs.test(message))).toEqual([])
})
