import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { patterns } from '@/lib/paths'
import type { Contact } from '@/parts/contacts/data'
import { Component as ContactsPage } from '@/parts/contacts/page'
import { anna, fakeSupabase, held, json, offline, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const carl: Contact = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Cousin Carl',
  email: 'carl@example.com',
  phone: null,
  relation: 'Cousin',
  invitee: false,
  rsvp_status: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}

const open = () => renderPage({ page: ContactsPage, pattern: patterns.contacts })
const invitation = () => screen.findByRole('switch', { name: 'Invite to the service' })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('list', () => {
  test('the contact list shows a message and no export while it is empty', async () => {
    fakeSupabase({ 'GET contacts': json([]) })
    open()
    expect(await screen.findByRole('heading', { name: 'No contacts yet' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })

  test('the contact list offers a retry when it cannot be loaded', async () => {
    fakeSupabase({ 'GET contacts': [json({ code: '57014', message: 'slow' }, 500), json([carl])] })
    const { user } = open()
    expect(await screen.findByText('Unable to load contacts')).toBeVisible()
    await user.click(button('Try again'))
    expect(await screen.findByRole('heading', { name: 'Cousin Carl' })).toBeVisible()
  })
})

test('page, dialog and import say who may write to a contact, and that no one else does', async () => {
  const rule = /We won’t contact (them|anyone on this list) unless your executor or a trustee invites them/
  fakeSupabase({ 'GET contacts': json([carl]) })
  const { user } = open()
  expect(await screen.findByText(rule)).toBeVisible()
  for (const [name, title] of [
    ['Add Contact', 'Add Contact'],
    ['Import', 'Import contacts'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(dialog.getByText(rule)).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

describe('switch', () => {
  test('the switch that invites a contact to the service changes at once and saves only its own column', async () => {
    const { answer, open: release } = held(json({ invitee: true, updated_at: '2026-11-02T10:00:00+00:00' }))
    const calls = fakeSupabase({ 'GET contacts': json([carl]), 'PATCH contacts': answer })
    const { user } = open()
    await user.click(await invitation())
    expect(await invitation()).toBeChecked()
    release()
    await waitFor(() => expect(calls.filter(({ route }) => route === 'PATCH contacts')).toHaveLength(1))
    expect(calls.at(-1)?.body).toEqual({ invitee: true })
    expect(await invitation()).toBeChecked()
  })

  test('the switch that invites a contact to the service is set back when the connection is lost, with an error beside it and in a toast', async () => {
    fakeSupabase({ 'GET contacts': json([carl]), 'PATCH contacts': offline })
    const { user } = open()
    await user.click(await invitation())
    const row = screen.getByRole('group', { name: 'Cousin Carl' })
    expect(await within(row).findByRole('alert')).toHaveTextContent(
      /Not saved, so it was set back to “No”\. We couldn’t reach the server/,
    )
    expect(await invitation()).not.toBeChecked()
    expect(await screen.findByText('Error')).toBeVisible()
  })

  test('the switch that invites a contact to the service is set back with an error when the plan takes no changes', async () => {
    fakeSupabase({ 'GET contacts': [json([carl]), json([{ id: carl.id }])], 'PATCH contacts': json([]) })
    const { user } = open()
    await user.click(await invitation())
    expect(await screen.findByRole('alert')).toHaveTextContent(/You can’t change your plan right now/)
    expect(await invitation()).not.toBeChecked()
  })

  test('the switch that invites a contact to the service saves two quick clicks in order and ends at the second', async () => {
    const { answer, open: release } = held(offline)
    const calls = fakeSupabase({
      'GET contacts': json([{ ...carl, invitee: true }]),
      'PATCH contacts': [answer, json({ invitee: true, updated_at: '2026-11-02T10:00:00+00:00' })],
    })
    const { user } = open()
    await user.click(await invitation())
    await user.click(await invitation())
    release()
    await waitFor(() =>
      expect(calls.filter(({ route }) => route === 'PATCH contacts').map(({ body }) => body)).toEqual([
        { invitee: false },
        { invitee: true },
      ]),
    )
    expect(await invitation()).toBeChecked()
  })
})

test('a contact’s invitation ends at its last saved state when two clicks cannot be saved', async () => {
  const { answer, open: release } = held(offline)
  const calls = fakeSupabase({ 'GET contacts': json([carl]), 'PATCH contacts': [answer, offline] })
  const { user } = open()
  await user.click(await invitation())
  await user.click(await invitation())
  expect(button('Edit Cousin Carl')).toBeDisabled()
  release()
  await waitFor(() => expect(calls.filter(({ route }) => route === 'PATCH contacts')).toHaveLength(2))
  expect(await screen.findByText(/set back to “No”/)).toBeVisible()
  await waitFor(() => expect(button('Edit Cousin Carl')).toBeEnabled())
  expect(await invitation()).not.toBeChecked()
})

test('closing the tab while a contact’s invitation is being saved asks first', async () => {
  const closes = () => {
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    return closing.defaultPrevented
  }
  const { answer, open: release } = held(json({ invitee: true, updated_at: '2026-11-02T10:00:00+00:00' }))
  fakeSupabase({
    'GET contacts': [json([carl]), json([{ ...carl, invitee: true }])],
    'PATCH contacts': answer,
  })
  const { user } = open()
  await user.click(await invitation())
  expect(await invitation()).toBeChecked()
  expect(closes()).toBe(true)
  release()
  await waitFor(() => expect(button('Edit Cousin Carl')).toBeEnabled())
  expect(await invitation()).toBeChecked()
  expect(closes()).toBe(false)
})

describe('leaving', () => {
  // Screen content behind a dialog is not reachable, so clicking this link stands in for the browser's Back button.
  const leave = () => fireEvent.click(screen.getByRole('link', { name: /Dashboard/, hidden: true }))

  test('leaving a contact dialog asks first when something was typed', async () => {
    fakeSupabase({ 'GET contacts': json([carl]) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Cousin Carl' }))
    await user.type(await screen.findByRole('textbox', { name: /Phone/ }), '555')
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    leave()
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    await user.click(question.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByRole('textbox', { name: /Phone/ })).toHaveValue('555')
    leave()
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(await screen.findByRole('heading', { name: 'Now at /dashboard' })).toBeVisible()
  })

  test('leaving a contact dialog asks nothing when nothing was typed', async () => {
    fakeSupabase({ 'GET contacts': json([carl]) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Cousin Carl' }))
    await screen.findByRole('dialog', { name: 'Edit Contact' })
    leave()
    expect(await screen.findByRole('heading', { name: 'Now at /dashboard' })).toBeVisible()
  })
})

describe('editing', () => {
  test('editing a contact saves only over the version it was loaded with, and returns the focus to the edit button', async () => {
    const saved = { ...carl, relation: 'Brother', updated_at: '2026-11-03T10:00:00+00:00' }
    const calls = fakeSupabase({ 'GET contacts': json([carl]), 'PATCH contacts': json(saved) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Cousin Carl' }))
    const relation = await screen.findByRole('textbox', { name: /Relation/ })
    await user.clear(relation)
    await user.type(relation, 'Brother')
    await user.click(button('Save Contact'))
    expect(await screen.findByText('Contact saved')).toBeVisible()
    expect(screen.getByText('Brother')).toBeVisible()
    const patch = calls.find(({ route }) => route === 'PATCH contacts')
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${carl.updated_at}`)
    expect(patch?.body).toEqual({
      name: 'Cousin Carl',
      email: 'carl@example.com',
      phone: null,
      relation: 'Brother',
    })
    await waitFor(() => expect(button('Edit Cousin Carl')).toHaveFocus())
  })

  test('editing a contact reports a contact deleted elsewhere and keeps what was typed', async () => {
    fakeSupabase({ 'GET contacts': [json([carl]), json([])], 'PATCH contacts': json([]) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Cousin Carl' }))
    await user.type(await screen.findByRole('textbox', { name: /Phone/ }), '555')
    await user.click(button('Save Contact'))
    expect(await screen.findByRole('alert')).toHaveTextContent(/This was deleted in another window/)
    expect(screen.getByRole('textbox', { name: /Phone/ })).toHaveValue('555')
  })
})

test('a contact is added once when the first answer is lost and "Add Contact" is pressed again', async () => {
  // The fake server saves every row with a new id, but its answer is lost.
  const rows: Contact[] = []
  const calls = fakeSupabase({
    'GET contacts': ({ url }) => {
      const id = url.searchParams.get('id')
      return json(rows.filter((row) => id === null || id === `eq.${row.id}`))({ route: '', url, body: null })
    },
    'POST contacts': (call) => {
      const row = { ...carl, ...(call.body as Partial<Contact>) }
      if (rows.some(({ id }) => id === row.id)) return refusal('23505', 409)(call)
      rows.push(row)
      return offline(call)
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add Contact' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Contact' }))
  await user.type(dialog.getByLabelText('Name'), 'Anna')
  await user.click(dialog.getByRole('button', { name: 'Add Contact' }))
  expect(await dialog.findByText(/What you typed is still here/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add Contact' }))
  expect(await screen.findByText('Contact added')).toBeVisible()
  expect(await screen.findAllByRole('heading', { name: 'Anna' })).toHaveLength(1)
  expect(rows).toHaveLength(1)
  expect(calls.filter(({ route }) => route === 'POST contacts')).toHaveLength(2)
})

test('deleting a contact asks first and moves the focus to the page', async () => {
  const other = { ...carl, id: anna.id, name: 'Anna' }
  const calls = fakeSupabase({
    'GET contacts': json([carl, other]),
    'DELETE contacts': json({ id: carl.id }),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Cousin Carl' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Contact deleted')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Cousin Carl' })).toBeNull()
  expect(calls.find(({ route }) => route === 'DELETE contacts')?.url.searchParams.get('id')).toBe(
    `eq.${carl.id}`,
  )
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Contacts' })).toHaveFocus())
})

describe('import', () => {
  const vcf = new File(
    [
      'BEGIN:VCARD\nFN:Cousin Carl\nEND:VCARD\n',
      'BEGIN:VCARD\nFN:Dora Lind\nTEL:555 0100\nEND:VCARD\n',
      'BEGIN:VCARD\nFN:Emil Sand\nEMAIL:emil@example.com\nEND:VCARD\n',
    ],
    'phone.vcf',
  )
  const preview = async (user: UserEvent, file = vcf) => {
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import contacts' })
    await user.upload(within(dialog).getByLabelText('File of contacts'), file)
    return within(dialog)
  }

  test('the import of contacts shows who would be added and who is there already, and writes nothing before the press', async () => {
    const calls = fakeSupabase({ 'GET contacts': json([carl]), 'POST contacts': json([], 201) })
    const { user } = open()
    const dialog = await preview(user)
    expect(await dialog.findByText(/3 people in “phone\.vcf”/)).toHaveTextContent(
      '1 of them seems to be in your list already and isn’t checked. Nothing has been added yet.',
    )
    expect(dialog.getByRole('checkbox', { name: 'Cousin Carl' })).not.toBeChecked()
    await user.click(dialog.getByRole('checkbox', { name: 'Emil Sand' }))
    expect(calls.filter(({ route }) => route === 'POST contacts')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Add 1 contact' }))
    expect(await screen.findByText('1 contact added')).toBeVisible()
    expect(calls.find(({ route }) => route === 'POST contacts')?.body).toEqual([
      expect.objectContaining({
        name: 'Dora Lind',
        phone: '555 0100',
        email: null,
        source: 'import',
        user_id: anna.id,
      }),
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the import of contacts keeps the preview when the answer is lost, and a second press sends the same ids, so that no one is added twice', async () => {
    const calls = fakeSupabase({ 'GET contacts': json([]), 'POST contacts': [offline, json([], 201)] })
    const { user } = open()
    const dialog = await preview(user)
    await user.click(await dialog.findByRole('button', { name: 'Add 3 contacts' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /Unable to add contacts.*couldn’t reach the server/,
    )
    await user.click(dialog.getByRole('button', { name: 'Add 3 contacts' }))
    expect(await screen.findByText('3 contacts added')).toBeVisible()
    const [first, second] = calls.filter(({ route }) => route === 'POST contacts')
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers?.get('prefer')).toContain('resolution=ignore-duplicates')
  })

  test('the import of contacts can be left while contacts are being added, which asks first', async () => {
    const { answer, open: arrive } = held(json([], 201))
    fakeSupabase({ 'GET contacts': json([]), 'POST contacts': answer })
    const { user } = open()
    const dialog = await preview(user)
    await user.click(await dialog.findByRole('button', { name: 'Add 3 contacts' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    arrive()
    expect(await screen.findByText('3 contacts added')).toBeVisible()
  })

  test('the import of contacts says how many there may be when the list is full', async () => {
    fakeSupabase({ 'GET contacts': json([]), 'POST contacts': refusal('HW040', 400, '5000') })
    const { user } = open()
    const dialog = await preview(user)
    await user.click(await dialog.findByRole('button', { name: 'Add 3 contacts' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(/at most 5,000/)
    expect(dialog.getByRole('checkbox', { name: 'Dora Lind' })).toBeChecked()
  })

  test('the import of contacts says what kind of file it takes when no one is found in it', async () => {
    fakeSupabase({ 'GET contacts': json([]) })
    const { user } = open()
    const dialog = await preview(user, new File(['Dear Anna'], 'letter.csv'))
    expect(await dialog.findByRole('alert')).toHaveTextContent(/We found no one in this file/)
    expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  })
})
