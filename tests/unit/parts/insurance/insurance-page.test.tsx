import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { patterns } from '@/lib/paths'
import { Component as InsurancePage } from '@/parts/insurance/page'
import { anna, fakeSupabase, json, offline, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const policy = {
  id: '22222222-2222-4222-8222-222222222222',
  provider: 'Harbour Mutual',
  policy_number: null,
  // The embedded stack sends numeric columns as text.
  coverage_amount: '150000.50',
  agent_contact: null,
  document_path: null,
  notes: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}

const open = () => renderPage({ page: InsurancePage, pattern: patterns.insurance, gated: true })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('list', () => {
  test('the list of insurance policies says why it matters and who will see it, while it is empty', async () => {
    fakeSupabase({ 'GET insurance_policies': json([]) })
    open()
    expect(await screen.findByRole('heading', { name: 'No policies yet' })).toBeVisible()
    expect(screen.getByText(/Only the trustees and executors you’ve named can see these/)).toBeVisible()
  })

  test('the list of insurance policies offers a retry when it cannot be loaded', async () => {
    fakeSupabase({ 'GET insurance_policies': [refusal('57014', 500), json([policy])] })
    const { user } = open()
    expect(await screen.findByText('Unable to load policies')).toBeVisible()
    await user.click(button('Try again'))
    expect(await screen.findByText('$150,000.50')).toBeVisible()
  })

  test('the list of insurance policies says what is not recorded, and calls only what a step misses "missing"', async () => {
    fakeSupabase({ 'GET insurance_policies': json([policy]) })
    open()
    expect(await screen.findByText('Not recorded: policy number, agent contact, document')).toBeVisible()
    expect(screen.queryByText(/missing/i)).toBeNull()
  })
})

describe('policies', () => {
  async function add(
    sent: { provider: string; coverage: string },
    answer: Parameters<typeof fakeSupabase>[0],
  ) {
    const calls = fakeSupabase({ 'GET insurance_policies': json([]), ...answer })
    const { user } = open()
    await screen.findByRole('heading', { name: 'No policies yet' })
    await user.click(button('Add Policy'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Policy' }))
    if (sent.provider) await user.type(dialog.getByLabelText('Provider'), sent.provider)
    if (sent.coverage) await user.type(dialog.getByLabelText(/Coverage amount/), sent.coverage)
    await user.click(dialog.getByRole('button', { name: 'Add Policy' }))
    return { calls, dialog, user }
  }

  test('an insurance policy is saved with its amount as a number and empty fields as null', async () => {
    const { calls } = await add(
      { provider: ' Harbour Mutual ', coverage: '$150,000.50' },
      { 'POST insurance_policies': json(policy, 201) },
    )
    expect(await screen.findByText('Policy added')).toBeVisible()
    expect(await screen.findByText('$150,000.50')).toBeVisible()
    expect(calls.find(({ route }) => route === 'POST insurance_policies')?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: anna.id,
      provider: 'Harbour Mutual',
      policy_number: null,
      coverage_amount: 150_000.5,
      agent_contact: null,
      notes: null,
    })
  })

  test.each([
    ['a lot', 'Enter the amount in numbers, such as 150,000.50.'],
    ['-5', 'The amount can’t be negative.'],
  ])('an insurance policy is refused beside the field with the amount “%s”', async (coverage, sentence) => {
    const { calls, dialog } = await add({ provider: '', coverage }, {})
    expect(await dialog.findByText('Enter the name of the provider.')).toBeVisible()
    expect(dialog.getByLabelText(/Coverage amount/)).toHaveAccessibleDescription(new RegExp(sentence))
    expect(calls.map(({ route }) => route)).toEqual(['GET insurance_policies'])
  })

  test.each([
    [
      'the list is full',
      refusal('HW040', 400, '2500'),
      /Your list is full: a plan holds at most 2,500 of these/,
    ],
    ['the membership has ended', refusal('42501', 403), /You can’t change your plan right now/],
    ['the connection is lost', offline, /What you typed is still here/],
  ])('an insurance policy stays in the dialog with an error when %s', async (_why, answer, sentence) => {
    const { dialog } = await add(
      { provider: 'Harbour Mutual', coverage: '1,500' },
      { 'POST insurance_policies': answer },
    )
    expect(await dialog.findByText(sentence)).toBeVisible()
    expect(dialog.getByLabelText('Provider')).toHaveValue('Harbour Mutual')
    expect(dialog.getByLabelText(/Coverage amount/)).toHaveValue('1,500')
    expect(await screen.findByText('Error: not saved')).toBeVisible()
  })

  test('an insurance policy that was changed in another window is not overwritten, and the other version can be loaded', async () => {
    const newer = {
      ...policy,
      provider: 'Riverside Life',
      document_path: `${anna.id}/insurance/1700000000000-other.pdf`,
      updated_at: '2026-11-02T10:00:00+00:00',
    }
    const calls = fakeSupabase({
      'GET insurance_policies': ({ url }) =>
        json(url.searchParams.has('id') ? newer : [policy])({ route: '', url, body: null }),
      'PATCH insurance_policies': json([]),
    })
    const { user } = open()
    await screen.findByText('$150,000.50')
    await user.click(button('Edit Harbour Mutual'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Policy' }))
    expect(dialog.getByLabelText(/Coverage amount/)).toHaveValue('150,000.50')
    await user.type(dialog.getByLabelText(/Policy number/), 'LI-1')
    await user.click(dialog.getByRole('button', { name: 'Save Policy' }))
    expect(await dialog.findByText('Not saved: this policy was changed in another window')).toBeVisible()
    const patch = calls.find(({ route }) => route === 'PATCH insurance_policies')
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${policy.updated_at}`)
    await user.click(dialog.getByRole('button', { name: 'Load the other version' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Load the other version' }))
    await waitFor(() => expect(dialog.getByLabelText('Provider')).toHaveValue('Riverside Life'))
    expect(dialog.getByLabelText(/Policy number/)).toHaveValue('')
    expect(dialog.getByText('other.pdf')).toBeVisible()
  })

  test('an insurance policy counts as saved when saving is retried after a lost answer', async () => {
    const saved = { ...policy, policy_number: 'LI-1', updated_at: '2026-11-02T10:00:00+00:00' }
    fakeSupabase({
      'GET insurance_policies': ({ url }) =>
        json(url.searchParams.has('id') ? saved : [policy])({ route: '', url, body: null }),
      'PATCH insurance_policies': [offline, json([])],
    })
    const { user } = open()
    await screen.findByText('$150,000.50')
    await user.click(button('Edit Harbour Mutual'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Policy' }))
    await user.type(dialog.getByLabelText(/Policy number/), 'LI-1')
    await user.click(dialog.getByRole('button', { name: 'Save Policy' }))
    expect(await dialog.findByText(/What you typed is still here/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save Policy' }))
    expect(await screen.findByText('Policy saved')).toBeVisible()
  })

  test('an insurance policy stays when deleting it is refused, and the dialog says why', async () => {
    fakeSupabase({
      'GET insurance_policies': [json([policy]), json({ id: policy.id })],
      'DELETE insurance_policies': json([]),
    })
    const { user } = open()
    await screen.findByText('$150,000.50')
    await user.click(button('Delete Harbour Mutual'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Harbour Mutual?' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await question.findByText(/You can’t change your plan right now/)).toBeVisible()
  })
})
