import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Designation } from '@/data/people/designations'
import { planOverviewKeys } from '@/data/plan-overview'
import { PartTimings } from '@/features/memorial/part-timings'
import { designation } from '../../designation'
import {
  anna,
  fakeSupabase,
  json,
  noFirstHours,
  offline,
  type Routes,
  refusal,
  signIn,
} from '../../fake-supabase'
import { renderPage } from '../../render'

const edith: Designation = designation({
  person_name: 'Edith',
  person_email: 'edith@example.com',
  accepted_at: '2026-11-02T10:00:00+00:00',
})
const chosen = (choice: string, timing: string, designation_id = 7) => ({ designation_id, choice, timing })

const OfExecutor = () => <PartTimings person={edith} />
const OfBeneficiary = () => <PartTimings person={{ ...edith, role: 'beneficiary' }} />

function open(given: Routes = {}, page = OfExecutor, plan: 'open' | 'frozen' = 'open') {
  const calls = fakeSupabase({
    'GET part_access': json([]),
    'GET subscriptions': json(null),
    'POST rpc/billing_enabled': json(true),
    'POST rpc/has_premium': json(true),
    ...given,
  })
  return { calls, ...renderPage({ page, pattern: '/', plan }) }
}
/** The parts in a list; none when there is no such list. */
async function list(heading: string) {
  await screen.findByRole('heading', { name: heading })
  const found = screen.queryByRole('list', { name: heading })
  return found
    ? within(found)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('span')?.textContent)
    : []
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('an executor for whom nothing was chosen reads every part after the death', async () => {
  open()
  expect(await screen.findByText(/^Edith is your executor\./)).toBeVisible()
  expect(await list('After your death')).toEqual([
    'Contacts',
    'Home & Pets',
    'Funeral Plan & Music',
    'Documents',
    'Insurance & Accounts',
    'Portrait',
  ])
  expect(await list('Never')).toEqual([])
  // For the first hours and never.
  expect(screen.getAllByText('Nothing.')).toHaveLength(2)
})

test('a beneficiary never reads home and money, by the rule of the role', async () => {
  open({}, OfBeneficiary)
  expect(await list('Never')).toEqual(['Home & Pets', 'Insurance & Accounts'])
})

test('the lists show what the owner chose for this person, and not what was chosen for another', async () => {
  open({ 'GET part_access': json([chosen('contacts', 'never'), chosen('funeral', 'never', 8)]) })
  expect(await list('Never')).toEqual(['Contacts'])
  expect(screen.getByText('Edith won’t know that this part exists.')).toBeVisible()
})

test('an owner chooses "never" for a part, is told what the executor will miss, and the lists change', async () => {
  const { user, calls, queryClient } = open({
    'GET part_access': [json([]), json([chosen('money', 'never')])],
    'POST rpc/set_part_timing': json(null),
  })
  const overview = planOverviewKeys.detail(anna.id)
  queryClient.setQueryData(overview, {})
  await user.click(await screen.findByRole('button', { name: 'Change Insurance & Accounts' }))
  const dialog = await screen.findByRole('dialog', {
    name: 'When can Edith read your insurance and accounts?',
  })
  expect(within(dialog).getByRole('radio', { name: /^After your death/ })).toBeChecked()
  await user.click(within(dialog).getByRole('radio', { name: /^Never/ }))
  expect(within(dialog).getByText('Your executor won’t see your insurance and accounts')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Change Insurance & Accounts' })).toBeVisible()
  await expect.poll(() => list('Never')).toEqual(['Insurance & Accounts'])
  expect(calls.filter(({ route }) => route === 'POST rpc/set_part_timing').map(({ body }) => body)).toEqual([
    { designation_id: 7, choice: 'money', timing: 'never' },
  ])
  // The dashboard counts readers.
  expect(queryClient.getQueryState(overview)?.isInvalidated).toBe(true)
})

test('a choice that could not be saved stays in the dialog, which says why', async () => {
  const { user } = open({ 'POST rpc/set_part_timing': [refusal('HW072'), offline] })
  await user.click(await screen.findByRole('button', { name: 'Change Contacts' }))
  await user.click(await screen.findByRole('radio', { name: /^Never/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(screen.getByText(/This was changed many times today/)).toBeVisible()
  expect(screen.getByRole('radio', { name: /^Never/ })).toBeChecked()
})

test('without a membership an owner can take a part away, and is not offered to open one', async () => {
  const { user } = open({
    'POST rpc/has_premium': json(false),
    'GET part_access': json([chosen('contacts', 'never')]),
  })
  await user.click(await screen.findByRole('button', { name: 'Change Contacts' }))
  expect(await screen.findByText(/To let Edith read more than now, you need a membership\./)).toBeVisible()
  expect(screen.queryByRole('radio', { name: /^After your death/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Change Documents' }))
  expect(await screen.findByRole('radio', { name: /^Never/ })).toBeVisible()
  expect(screen.getByRole('radio', { name: /^After your death/ })).toBeChecked()
})

test('in a frozen plan the lists can be read, and no choice can be changed', async () => {
  open({}, OfExecutor, 'frozen')
  expect(await list('After your death')).toHaveLength(6)
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
  // A certificate is verified already.
  expect(screen.queryByText(/Once a death certificate is verified/)).toBeNull()
})

test('what could not be loaded can be loaded again', async () => {
  const { user } = open({ 'GET part_access': [refusal('42501', 403), json([])] })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await list('After your death')).toHaveLength(6)
})

test('before the first part opens without a certificate, the owner reads who learns of whom, and of what', async () => {
  const { user, calls } = open({
    'POST rpc/my_first_hours': json({
      ...noFirstHours,
      circle: [{ designation_id: 8, name: 'Tom', parts: ['home'], wait_until: null, waits_for_owner: false }],
    }),
    'POST rpc/set_part_timing': json(null),
  })
  await user.click(await screen.findByRole('button', { name: 'Change Home & Pets' }))
  await user.click(await screen.findByRole('radio', { name: /^In the first hours/ }))
  expect(await screen.findByText('Edith and Tom will learn of each other')).toBeVisible()
  expect(screen.getByText(/If you live with someone you’re afraid of/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => calls.find(({ route }) => route === 'POST rpc/set_part_timing')?.body)
    .toEqual({ designation_id: 7, choice: 'home', timing: 'first_hours' })
})

test.each([
  ['Contacts', 'If you can’t speak, or on the day you die.'],
  ['Funeral Plan & Music', 'On the day you die.'],
])('the choice for %s says when the first hours open it', async (part, words) => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: `Change ${part}` }))
  const early = await screen.findByRole('radio', { name: /^In the first hours/ })
  expect(early.closest('label')).toHaveTextContent(
    `In the first hours${words} Edith opens this part without a certificate. You’re told at once.`,
  )
})

test.each(['Documents', 'Insurance & Accounts', 'Portrait'])(
  'the choice for %s offers no first hours, because it never opens before a certificate',
  async (part) => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: `Change ${part}` }))
    expect(await screen.findAllByRole('radio')).toHaveLength(2)
    expect(screen.queryByRole('radio', { name: /^In the first hours/ })).toBeNull()
  },
)

test.each([
  ['an executor', OfExecutor],
  ['a beneficiary', OfBeneficiary],
])('where Health & Care is offered, %s for whom nothing was chosen never reads it', async (_who, page) => {
  open({ 'POST rpc/parts_not_offered': json([]) }, page)
  expect(await list('Never')).toContain('Health & Care')
  expect(await list('After your death')).not.toContain('Health & Care')
  expect(screen.getByRole('button', { name: 'Change Health & Care' })).toBeVisible()
})

test('the lists show for whom Health & Care was chosen, where it is offered', async () => {
  open({
    'POST rpc/parts_not_offered': json([]),
    'GET part_access': json([chosen('health', 'first_hours')]),
  })
  expect(await list('In the first hours')).toEqual(['Health & Care'])
})

test('where Health & Care is not offered, the lists leave it out, also when it was chosen before', async () => {
  open({ 'GET part_access': json([chosen('health', 'first_hours')]) })
  await screen.findByText(/^Edith is your executor\./)
  expect(screen.queryByText('Health & Care')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change Health & Care' })).toBeNull()
})
