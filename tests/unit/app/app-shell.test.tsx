import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Component as AppShell } from '@/app/app-shell'
import { supabase } from '@/data/client'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, signIn } from '../fake-supabase'
import { renderPage } from '../render'

// The strip has its own tests.
vi.mock('@/app/plan-strip', () => ({ PlanStrip: () => null }))

beforeEach(async () => {
  fakeSupabase({})
  await signIn()
  fakeSupabase({
    'GET designations': json([]),
    'GET profiles': json(null),
    'HEAD subscriptions': () => new Response(null, { headers: { 'content-range': '*/0' } }),
  })
})

test('Escape closes the menu and gives the focus back to its button', async () => {
  const { user } = renderPage({ page: AppShell, pattern: patterns.settings })
  await user.click(await screen.findByRole('button', { name: 'Menu' }))
  const menu = document.getElementById('menu')
  if (menu === null) throw new Error('no menu')
  expect(menu).toBeVisible()
  const [link] = await within(menu).findAllByRole('link')
  link?.focus()
  expect(link).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(menu).not.toBeVisible()
  // What no one sees is not drawn either.
  expect(menu).toBeEmptyDOMElement()
  expect(screen.getByRole('button', { name: 'Menu', expanded: false })).toHaveFocus()
})

test('signing out asks first while this device keeps a letter that is not saved, and then removes it', async () => {
  const mine = `heartwood.unsaved.${anna.id}.letter.1`
  localStorage.setItem(mine, '{}')
  localStorage.setItem('heartwood.unsaved.another.letter.1', '{}')
  const signedOut = vi.spyOn(supabase.auth, 'signOut').mockResolvedValue({ error: null })
  const { user } = renderPage({ page: AppShell, pattern: patterns.settings })
  const press = async () => {
    const [button] = await screen.findAllByRole('button', { name: 'Sign out' })
    if (button) await user.click(button)
  }
  await press()
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out without saving?' }))
  await user.click(question.getByRole('button', { name: 'Stay here' }))
  expect(localStorage.getItem(mine)).toBe('{}')
  expect(signedOut).not.toHaveBeenCalled()
  await press()
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
  expect(localStorage.getItem(mine)).toBeNull()
  expect(localStorage.getItem('heartwood.unsaved.another.letter.1')).toBe('{}')
  localStorage.clear()
})

test('Escape in the question of signing out from the menu leaves the menu open, with the focus on its button', async () => {
  localStorage.setItem(`heartwood.unsaved.${anna.id}.letter.1`, '{}')
  const { user } = renderPage({ page: AppShell, pattern: patterns.settings })
  await user.click(await screen.findByRole('button', { name: 'Menu' }))
  const menu = document.getElementById('menu')
  if (menu === null) throw new Error('no menu')
  await user.click(within(menu).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('alertdialog', { name: 'Sign out without saving?' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(menu).toBeVisible()
  expect(within(menu).getByRole('button', { name: 'Sign out' })).toHaveFocus()
  localStorage.clear()
})

test('signing out asks nothing while nothing is unsaved', async () => {
  const signedOut = vi.spyOn(supabase.auth, 'signOut').mockResolvedValue({ error: null })
  const { user } = renderPage({ page: AppShell, pattern: patterns.settings })
  const [button] = await screen.findAllByRole('button', { name: 'Sign out' })
  if (button) await user.click(button)
  await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('while the person is signed out, the button says so to assistive technology and keeps its words', async () => {
  let finish = () => {}
  vi.spyOn(supabase.auth, 'signOut').mockReturnValue(
    new Promise((resolve) => {
      finish = () => resolve({ error: null })
    }),
  )
  const { user } = renderPage({ page: AppShell, pattern: patterns.settings })
  const [button] = await screen.findAllByRole('button', { name: 'Sign out' })
  if (button) await user.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'))
  expect(button).toHaveAccessibleName('Sign out')
  expect(button).toHaveTextContent(/^(Sign out)+$/)
  finish()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
})
