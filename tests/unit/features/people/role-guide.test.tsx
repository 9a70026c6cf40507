import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { RoleGuide } from '@/features/people/role-guide'
import { patterns } from '@/lib/paths'
import { planParts } from '@/parts'
import { isOptional, timingOfRole } from '@/words/part-choices'
import { roleWords } from '../../../../supabase/functions/_shared/mails/roles.ts'
import { fakeSupabase, json, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

const show = (notOffered: string[]) => {
  fakeSupabase({ 'POST rpc/parts_not_offered': json(notOffered) })
  renderPage({ page: RoleGuide, pattern: patterns.beneficiaries })
}
const cardOf = (name: string) => {
  show(['health'])
  return screen.getByRole('heading', { name }).closest('div')?.parentElement?.textContent ?? ''
}

/** What a text for people calls each part. A part that is for no one unless chosen is called nothing. */
const words: Record<(typeof planParts)[number]['key'], RegExp> = {
  funeral: /funeral/,
  contacts: /contacts/,
  messages: /messages/,
  portrait: /portrait/,
  insurance: /insurance/,
  accounts: /accounts/,
  documents: /documents/,
  healthPapers: /health/i,
  health: /health/i,
  home: /home and pets/,
  music: /music/,
}

test('a beneficiary is said to see each part that everyone named reads, and none of the others', () => {
  const [sees = '', not = ''] = cardOf('Beneficiary').split('but not')
  for (const { key, choice } of planParts) {
    if (isOptional(choice)) {
      const { plain, limits } = roleWords.beneficiary
      expect([key, words[key].test(sees + not + plain + limits)]).toEqual([key, false])
      continue
    }
    const isRead = choice === null || timingOfRole(choice, 'beneficiary') !== 'never'
    expect([key, words[key].test(sees), words[key].test(not)]).toEqual([key, isRead, !isRead])
    expect([key, words[key].test(roleWords.beneficiary.plain)]).toEqual([key, isRead])
    expect([key, words[key].test(roleWords.beneficiary.limits)]).toEqual([key, !isRead])
  }
})

test.each(['Trustee', 'Executor'] as const)('a %s is not said to see a video for someone else', (role) => {
  const exception = /see (your plan|it), .*except messages for someone else/
  expect(cardOf(role)).toMatch(exception)
  expect(roleWords[role === 'Trustee' ? 'trustee' : 'executor'].plain).toMatch(exception)
})

test('the guide to the roles says of Health & Care that it is for no one until chosen, where it is offered', async () => {
  show([])
  expect(
    await screen.findByText(/^No one can read Health & Care, whatever their role, unless you’ve chosen them/),
  ).toBeVisible()
})

test('the guide to the roles says nothing of Health & Care where it is not offered', () => {
  expect(cardOf('Executor')).not.toMatch(/health/i)
  expect(screen.queryByText(/Health & Care/)).toBeNull()
})
