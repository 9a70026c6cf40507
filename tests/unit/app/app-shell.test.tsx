import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Component as AppShell } from '@/app/app-shell'
import { patterns } from '@/lib/paths'
import { fakeSupabase, json, signIn } from '../fake-supabase'
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
  expect(menu).not.toHaveAttribute('hidden')
  menu?.querySelector('a')?.focus()
  await user.keyboard('{Escape}')
  expect(menu).toHaveAttribute('hidden')
  expect(screen.getByRole('button', { name: 'Menu', expanded: false })).toHaveFocus()
})
