import { expect, test } from 'vitest'
import { BLANK, letterText, writeLetter } from '@/reading/steps/letter'

const facts = {
  to: 'Harbour Mutual',
  about: 'life insurance policy',
  references: [{ term: 'Policy number', value: 'HM-1' }],
  asks: ['Please send me the claim form.'],
  encloses: ['A copy of the policy'],
}
const today = new Date('2026-11-23T12:00:00Z')
const writer = {
  who: 'Margaret Ellis',
  bornOn: null,
  diedOn: null,
  writer: 'Anna Ellis',
  role: 'executor',
}

test('a letter says who died, what it is about, who writes, what is asked and what is enclosed', () => {
  expect(letterText(writeLetter(facts, writer, today))).toBe(`Anna Ellis
Address: ${BLANK}
Phone: ${BLANK}

Harbour Mutual
Address: ${BLANK}

Nov 23, 2026

Death of Margaret Ellis: life insurance policy
Policy number: HM-1
Date of birth: ${BLANK}
Date of death: ${BLANK}

To whom it may concern,

I’m writing to tell you that Margaret Ellis has died. Margaret Ellis named me as executor.

Please send me the claim form.

Please write to me at the address above, and tell me if you need anything else.

Enclosed:
- A certified copy of the death certificate
- A copy of the policy

Sincerely,

Signature: ${BLANK}

Anna Ellis`)
})

test('a letter shows what is not known as a blank, and never guesses', () => {
  const text = letterText(
    writeLetter(
      { ...facts, references: [{ term: 'Policy number', value: null }] },
      { ...writer, who: null, writer: null, role: 'trustee' },
      today,
    ),
  )
  expect(text).toContain(`Policy number: ${BLANK}`)
  expect(text).toContain(`${BLANK} named me as trustee.`)
  expect(text.endsWith(BLANK)).toBe(true)
  expect(text).not.toMatch(/null|undefined/)
})

test('a letter gives the days of birth and death that are known', () => {
  const text = letterText(
    writeLetter(facts, { ...writer, bornOn: '1941-05-03', diedOn: '2026-11-01' }, today),
  )
  expect(text).toContain('Date of birth: May 3, 1941\nDate of death: Nov 1, 2026')
})
