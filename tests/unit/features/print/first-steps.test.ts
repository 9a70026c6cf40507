import { expect, test } from 'vitest'
import type { Designation } from '@/data/people/designations'
import type { BinderSection, PrintedPlan } from '@/features/print/binder-sections'
import { firstSteps } from '@/features/print/first-steps'
import { printedByOwner } from '@/features/print/printed-by-owner'
import { designation } from '../../designation'

const section = (id: string, number: number, given: Partial<BinderSection> = {}): BinderSection => ({
  id,
  number,
  title: id,
  isEmpty: false,
  summary: '',
  missing: [],
  content: null,
  step: undefined,
  ...given,
})
const person = (person_name: string, given: Partial<Designation> = {}): Designation =>
  designation({
    id: 1,
    owner_id: 'margaret',
    owner_name: 'Margaret Ellis',
    person_name,
    person_email: `${person_name.toLowerCase()}@example.com`,
    invited_at: null,
    accepted_at: '2026-11-02T10:00:00+00:00',
    ...given,
  })
const plan = (given: Partial<Parameters<typeof printedByOwner>[0]> = {}): PrintedPlan => ({
  ownerName: 'Margaret Ellis',
  diedOn: null,
  memories: [],
  reader: 'owner',
  parts: [],
  byOwner: printedByOwner({
    people: [person('Anna')],
    diedOwners: [],
    who: 'Margaret Ellis',
    isVerified: false,
    ...given,
  }),
})
const sections = [
  section('funeral', 1, { step: 'Call the funeral home.' }),
  section('documents', 2, { step: 'Find the will.' }),
  section('insurance', 3),
  section('accounts', 4, { isEmpty: true }),
  section('people', 5),
]

test("a decision about organs comes first in a binder, and then the animals, because they can't wait", () => {
  const home = section('home', 6, { step: 'Look after the animals today.' })
  const health = section('health', 7, { step: 'Tell the hospital at once.' })
  expect(firstSteps(plan(), [...sections, home])[0]).toBe('Look after the animals today.')
  const steps = firstSteps(plan(), [...sections, home, health])
  expect(steps.slice(0, 3)).toEqual([
    'Tell the hospital at once.',
    'Look after the animals today.',
    'Call the funeral home.',
  ])
})

test.each([
  ['documents', 'owner', 1],
  ['healthPapers', 'executor', 1],
  // No one may be able to open the copies.
  ['healthPapers', 'owner', 0],
  ['health', 'executor', 0],
] as const)(
  'the first steps of a binder say that files cannot be printed only where a section has some that open: %s, for the %s',
  (id, reader, times) => {
    const steps = firstSteps({ ...plan(), reader }, [section(id, 1)])
    expect(steps.filter((step) => step.startsWith('Videos and copies of papers'))).toHaveLength(times)
  },
)

test('the first steps of a binder need the will after the copies of the certificate, then insurers, banks and files', () => {
  const steps = firstSteps(plan(), sections)
  expect(steps.map((step) => step.slice(0, 24))).toEqual([
    'Call the funeral home.',
    'Tell Anna (anna@example.',
    'Ask for several certifie',
    'Find the will.',
    'Write to the insurers an',
    'Videos and copies of pap',
  ])
  expect(steps[4]).toBe('Write to the insurers and banks in sections 3 and 4.')
})

test.each([
  ['both are empty', sections.map((one) => ({ ...one, isEmpty: true }))],
  ['insurance may not be read', sections.filter(({ id }) => id !== 'insurance')],
  ['accounts may not be read', sections.filter(({ id }) => id !== 'accounts')],
])('the first steps of a binder send no one to insurers and banks where %s', (_, given) => {
  expect(firstSteps(plan(), given).join(' ')).not.toContain('Write to the insurers')
})

test('the first steps of a binder name the executors that have not ended, or say to find out who is in charge', () => {
  const revoked = person('Rex', { revoked_at: '2026-11-03T10:00:00+00:00' })
  const beneficiary = person('Bea', { role: 'beneficiary' })
  const step = (...people: Designation[]) => firstSteps(plan({ people }), sections)[1]
  expect(step(person('Anna'), revoked, beneficiary)).toBe(
    'Tell Anna (anna@example.com), who is named as executor and will take care of the rest.',
  )
  expect(step(person('Anna'), person('Tom'))).toBe(
    'Tell Anna (anna@example.com) and Tom (tom@example.com), who are named as executors and will take care of the rest.',
  )
  // A step to do, because the family can no longer name anyone.
  expect(step(revoked, beneficiary)).toBe(
    'Find out who’s in charge as executor: this plan names no executor, but the will may.',
  )
})

test('the first steps of a binder say who can open the videos, and to accept an invitation that is open', () => {
  const last = (people: Designation[]) => firstSteps(plan({ people }), sections).at(-1)
  expect(last([person('Anna')])).toMatch(
    /anyone in section 5 .* given there and submit the death certificate\. Each sees what’s meant for them\.$/,
  )
  expect(last([person('Anna'), person('Tom', { accepted_at: null })])).toMatch(
    /given there, accept the invitation if they haven’t yet, and submit/,
  )
  expect(last([])).toMatch(/no one is named who could open them there\.$/)
})

test('the first steps of a binder ask for no certificate once the death is verified', () => {
  const last = (people: Designation[]) => firstSteps(plan({ people, isVerified: true }), sections).at(-1)
  expect(last([person('Anna')])).toMatch(/can sign in with the email address given there\. Each sees/)
  expect(last([person('Anna', { accepted_at: null })])).toMatch(
    /given there and accept the invitation if they haven’t yet\. Each sees/,
  )
})

test('the first steps of a binder count on no one who has died', () => {
  const anna = person('Anna', { beneficiary_user_id: 'anna' })
  const ben = person('Ben', { beneficiary_user_id: 'ben' })
  const words = (people: Designation[]) =>
    firstSteps(plan({ people, diedOwners: ['anna', 'ben'] }), sections).join(' ')
  expect(words([anna])).toMatch(
    /executor: the one named in this plan has died, but the will may name another\./,
  )
  expect(words([anna, ben])).toMatch(
    /executor: those named in this plan have died, but the will may name another\./,
  )
  expect(words([anna])).toMatch(/no one is named who could open them there\./)
  expect(words([anna, person('Tom')])).toMatch(/Tom \(tom@example\.com\), who is named as executor/)
  expect(words([anna, person('Tom')])).not.toContain('Anna')
})

test('the first steps of a binder without anything that could have a file look for no videos', () => {
  const withFiles = ['documents', 'insurance']
  const empty = sections.map((one) => (withFiles.includes(one.id) ? { ...one, isEmpty: true } : one))
  empty.push(section('gaps', 6, { summary: '9 things' }))
  expect(firstSteps(plan(), empty).join(' ')).not.toContain('Videos')
})

test('the first steps of a binder that a designee prints say what their role asks of them, and where the videos are', () => {
  const steps = firstSteps({ ...plan(), reader: 'trustee', byOwner: null }, sections)
  expect(steps[1]).toBe('Find out who’s in charge as executor: Margaret Ellis named you as trustee.')
  expect(steps.at(-1)).toMatch(/You’ll find them in Heartwood, where this was printed\.$/)
  expect(firstSteps({ ...plan(), reader: 'executor', byOwner: null, ownerName: null }, sections)[1]).toBe(
    'Take care of the rest: your loved one named you as executor.',
  )
})
