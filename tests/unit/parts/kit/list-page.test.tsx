import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { patterns } from '@/lib/paths'
import type { Contact } from '@/parts/contacts/data'
import { Component as ContactsPage } from '@/parts/contacts/page'
import { fakeSupabase, json, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const carl: Contact = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Cousin Carl',
  email: null,
  phone: null,
  relation: null,
  invitee: false,
  rsvp_status: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}

const open = (search = '', plan: 'open' | 'lapsed' | 'frozen' = 'open') =>
  renderPage({
    page: ContactsPage,
    pattern: patterns.contacts,
    at: { pathname: patterns.contacts, search },
    plan,
  })
const dialog = (name: string) => screen.findByRole('dialog', { name })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(async () => {
  fakeSupabase({})
  await signIn()
  fakeSupabase({ 'GET contacts': json([carl]) })
})

describe('dialogs', () => {
  test.each([
    ['Add Contact', '?add', 'dialog', 'Add Contact'],
    ['Edit Cousin Carl', `?edit=${carl.id}`, 'dialog', 'Edit Contact'],
    ['Delete Cousin Carl', `?delete=${carl.id}`, 'alertdialog', 'Delete Cousin Carl?'],
  ])(
    'a dialog on a list page opened by "%s" is kept in the address, and closing it goes back',
    async (button, search, role, name) => {
      const { router, user } = open()
      await user.click(await screen.findByRole('button', { name: button }))
      const opened = within(await screen.findByRole(role, { name }))
      expect(router.state.location.search).toBe(search)
      await user.click(opened.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
      await waitFor(() => expect(router.state.location.search).toBe(''))
      expect(router.state.historyAction).toBe('POP')
      await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveFocus())
    },
  )

  test.each([
    ['?add', 'Add Contact'],
    [`?edit=${carl.id}`, 'Edit Contact'],
  ])(
    'a dialog on a list page opens through the link %s, and closing it stays on the list without a new history entry',
    async (search, name) => {
      const { router, user } = open(search)
      await dialog(name)
      await screen.findByRole('heading', { name: 'Cousin Carl', hidden: true })
      await user.keyboard('{Escape}')
      await gone()
      await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/contacts', search: '' }))
      expect(router.state.historyAction).toBe('REPLACE')
    },
  )

  test('a dialog on a list page closes with the browser’s Back button and can be opened again', async () => {
    const { router, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add Contact' }))
    await dialog('Add Contact')
    await act(() => router.navigate(-1))
    await gone()
    await user.click(screen.getByRole('button', { name: 'Add Contact' }))
    await dialog('Add Contact')
  })

  test('a dialog on a list page asks before Back discards what was typed', async () => {
    const { router, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Cousin Carl' }))
    await user.type(within(await dialog('Edit Contact')).getByLabelText(/Phone/), '555')
    void router.navigate(-1)
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    await user.click(question.getByRole('button', { name: 'Stay here' }))
    expect(within(await dialog('Edit Contact')).getByLabelText(/Phone/)).toHaveValue('555')
    expect(router.state.location.search).toBe(`?edit=${carl.id}`)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Close without saving' }))
    await gone()
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('a dialog on a list page does not open for a row that is not in the list', async () => {
    open('?edit=33333333-3333-4333-8333-333333333333')
    expect(await screen.findByRole('heading', { name: 'Cousin Carl' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a dialog on a list page does not open through a link to add or edit in a lapsed plan, but does to delete', async () => {
    const { router } = open('?add', 'lapsed')
    expect(await screen.findByRole('heading', { name: 'Cousin Carl' })).toBeVisible()
    await act(() => router.navigate(`?edit=${carl.id}`))
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(() => router.navigate(`?delete=${carl.id}`))
    expect(await screen.findByRole('alertdialog', { name: 'Delete Cousin Carl?' })).toBeVisible()
  })

  test('a dialog on a list page does not open through any link in a frozen plan', async () => {
    const { router } = open('?add', 'frozen')
    expect(await screen.findByRole('heading', { name: 'Cousin Carl' })).toBeVisible()
    for (const search of [`?edit=${carl.id}`, `?delete=${carl.id}`]) {
      await act(() => router.navigate(search))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('alertdialog')).toBeNull()
    }
  })
})
