import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { patterns } from '@/lib/paths'
import { Component as HomePage } from '@/parts/home/page'
import { anna, fakeSupabase, json, offline, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { frontDoor, homeItem, juno } from './items'

const open = () => renderPage({ page: HomePage, pattern: patterns.homeItems })
const button = (name: string) => screen.getByRole('button', { name })
const labels = {
  pet: [
    'Name and kind of animal',
    'Who takes them (optional)',
    'What they eat, and what they need (optional)',
    'Where their things are (optional)',
    'Vet (optional)',
  ],
  keys: [
    'What they open',
    'Who looks after the house (optional)',
    'What to know about the door or the alarm (optional)',
    'Where the keys are (optional)',
    'Alarm company or neighbor with a key (optional)',
  ],
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('the list of Home & Pets', () => {
  test('says what to begin with and who will see it, while it is empty', async () => {
    fakeSupabase({ 'GET home_items': json([]) })
    open()
    expect(await screen.findByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    expect(screen.getByText(/Start with the people and pets who depend on you/)).toBeVisible()
    expect(screen.getByText(/Only the trustees and executors you’ve named can see this/)).toBeVisible()
  })

  test('shows of each item its kind and what is filled in, in the words of the kind', async () => {
    fakeSupabase({ 'GET home_items': json([juno, frontDoor]) })
    open()
    const list = within(await screen.findByRole('list', { name: 'Home and pets' }))
    const [cat, keys] = list.getAllByRole('listitem')
    expect(cat).toHaveTextContent(
      /^JunoPetWho takes themRuth, 555-0114What they eat, and what they needTunaVetDr. Lee, 555-0120/,
    )
    expect(keys).toHaveTextContent(/^Front doorKeys and alarmWhere the keys areUnder the third pot/)
  })

  test('offers a retry when it cannot be loaded', async () => {
    fakeSupabase({ 'GET home_items': [refusal('57014', 500), json([juno])] })
    const { user } = open()
    expect(await screen.findByText('Unable to load home and pets')).toBeVisible()
    await user.click(button('Try again'))
    expect(await screen.findByRole('heading', { name: 'Juno' })).toBeVisible()
  })

  test('asks before it deletes an item, and names what goes', async () => {
    const calls = fakeSupabase({ 'GET home_items': json([juno]), 'DELETE home_items': json([juno]) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Juno' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Juno?' }))
    expect(question.getByText(/What you wrote about “Juno” will be taken out of your plan/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    expect(calls.at(-1)?.url.searchParams.get('id')).toBe(`eq.${juno.id}`)
  })
})

describe('the dialog of Home & Pets', () => {
  async function openAdding(answer: Parameters<typeof fakeSupabase>[0] = {}) {
    const calls = fakeSupabase({ 'GET home_items': json([]), ...answer })
    const { user } = open()
    await screen.findByRole('heading', { name: 'Nothing here yet' })
    await user.click(button('Add'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to Home & Pets' }))
    return { calls, user, dialog, add: () => user.click(dialog.getByRole('button', { name: 'Add' })) }
  }

  test('adds a pet of which only the name is known, with empty fields as null', async () => {
    const { calls, user, dialog, add } = await openAdding({ 'POST home_items': json(homeItem(), 201) })
    await user.type(dialog.getByLabelText('Name and kind of animal'), ' Juno ')
    await add()
    expect(await screen.findByText('Added')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Juno' })).toBeVisible()
    expect(calls.find(({ route }) => route === 'POST home_items')?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: anna.id,
      kind: 'pet',
      name: 'Juno',
      location: null,
      care: null,
      contact: null,
      caretaker: null,
    })
  })

  test('asks for a name, and sends nothing without one', async () => {
    const { calls, dialog, add } = await openAdding()
    await add()
    expect(await dialog.findByText('Enter a name.')).toBeVisible()
    expect(calls.map(({ route }) => route)).toEqual(['GET home_items'])
  })

  test('asks in the words of the kind, keeps what was typed when the kind changes, and saves all of it', async () => {
    const { calls, user, dialog, add } = await openAdding({ 'POST home_items': json(frontDoor, 201) })
    const fields = () => dialog.getAllByRole('textbox')
    const expectNames = (names: string[]) => {
      for (const [n, field] of fields().entries()) expect(field).toHaveAccessibleName(names[n])
    }
    expectNames(labels.pet)
    for (const [n, text] of ['Front door', 'Ruth', 'It sticks', 'Third pot', 'Ben'].entries())
      await user.type(fields()[n] ?? document.body, text)
    await user.selectOptions(dialog.getByLabelText('What is it?'), 'Keys and alarm')
    expectNames(labels.keys)
    await add()
    expect(await screen.findByText('Added')).toBeVisible()
    expect(calls.find(({ route }) => route === 'POST home_items')?.body).toMatchObject({
      kind: 'keys',
      name: 'Front door',
      caretaker: 'Ruth',
      care: 'It sticks',
      location: 'Third pot',
      contact: 'Ben',
    })
  })

  test.each([
    ['Keys and alarm', /not the alarm’s code/],
    ['Phone, computer or other device', /never the password itself/],
  ])('warns against writing down a secret for the kind “%s”, and not for a pet', async (kind, warning) => {
    const { user, dialog } = await openAdding()
    expect(dialog.queryByText('Say where, never what')).toBeNull()
    await user.selectOptions(dialog.getByLabelText('What is it?'), kind)
    expect(dialog.getByText('Say where, never what')).toBeVisible()
    expect(dialog.getByText(warning)).toBeVisible()
  })

  test('saves a change over the version that was loaded', async () => {
    const changed = { ...frontDoor, location: 'At the neighbors’', updated_at: '2026-11-02T10:00:00+00:00' }
    const calls = fakeSupabase({ 'GET home_items': json([frontDoor]), 'PATCH home_items': json(changed) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Front door' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }))
    const location = dialog.getByLabelText(/Where the keys are/)
    expect(location).toHaveValue('Under the third pot')
    await user.clear(location)
    await user.type(location, 'At the neighbors’')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await screen.findByText('At the neighbors’')).toBeVisible()
    const patch = calls.find(({ route }) => route === 'PATCH home_items')
    expect(patch?.body).toMatchObject({ kind: 'keys', name: 'Front door', location: 'At the neighbors’' })
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${frontDoor.updated_at}`)
  })

  test('keeps what was typed when the connection is lost', async () => {
    const { user, dialog, add } = await openAdding({ 'POST home_items': offline })
    await user.type(dialog.getByLabelText('Name and kind of animal'), 'Juno')
    await add()
    expect(await dialog.findByText(/What you typed is still here/)).toBeVisible()
    await waitFor(() => expect(dialog.getByLabelText('Name and kind of animal')).toHaveValue('Juno'))
  })
})
