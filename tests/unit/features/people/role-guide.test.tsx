import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RoleGuide } from '@/features/people/role-guide'
import { planParts } from '@/parts'
import { timingOfRole } from '@/words/part-choices'
import { roleWords } from '../../../../supabase/functions/_shared/mails/roles.ts'

const cardOf = (name: string) => {
  render(<RoleGuide />)
  return screen.getByRole('heading', { name }).closest('div')?.parentElement?.textContent ?? ''
}

/** What a text for people calls each part. */
const words: Record<(typeof planParts)[number]['key'], RegExp> = {
  funeral: /funeral/,
  contacts: /contacts/,
  messages: /messages/,
  portrait: /portrait/,
  insurance: /insurance/,
  accounts: /accounts/,
  documents: /documents/,
  home: /home and pets/,
  music: /music/,
}

test('a beneficiary is said to see each part that everyone named reads, and none of the others', () => {
  const [sees = '', not = ''] = cardOf('Beneficiary').split('but not')
  for (const { key, choice } of planParts) {
    const isRead = choice === null || timingOfRole(choice, 'beneficiary') !== 'never'
    expect([key, words[key].test(sees), words[key].test(not)]).toEqual([key, isRead, !isRead])
    expect([key, words[key].test(roleWords.beneficiary.plain)]).toEqual([key, isRead])
  }
})

test.each(['Trustee', 'Executor'] as const)('a %s is not said to see a video for someone else', (role) => {
  const exception = /everything in (your plan|it), .*except video messages for someone else/
  expect(cardOf(role)).toMatch(exception)
  expect(roleWords[role === 'Trustee' ? 'trustee' : 'executor'].plain).toMatch(exception)
})
