import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { RequireSession } from '@/app/require-session'
import { supabase } from '@/data/client'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, offline, type Routes, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { profileOf } from './profile-of'

/** The page inside the session guard, as in the app, so that a session that ends leads away from it. */
const Guarded = () => <RequireSession>{() => <ProfilePage />}</RequireSession>
const open = () => renderPage({ page: Guarded, pattern: patterns.profile })
const routes = (given: Routes) =>
  fakeSupabase({ 'GET profiles': json(profileOf(anna.id)), 'GET designations': json([]), ...given })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})
describe('sessions', () => {
  test('the button "Sign out everywhere" is on the page "Profile", where emails send people', async () => {
    routes({})
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  })

  test('the button "Sign out everywhere" ends every session, including this one', async () => {
    const calls = routes({ 'POST auth/logout': () => new Response(null, { status: 204 }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }))
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByRole('heading', { name: 'Now at /' })).toBeVisible()
    const logout = calls.find(({ route }) => route === 'POST auth/logout')
    expect(logout?.url.searchParams.get('scope')).toBe('global')
    expect((await supabase.auth.getSession()).data.session).toBeNull()
  })

  test('the button "Sign out everywhere" asks first, and shows an error when it fails', async () => {
    const calls = routes({ 'POST auth/logout': offline })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }))
    expect(calls.map(({ route }) => route)).not.toContain('POST auth/logout')
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await dialog.findByText(/We couldn’t reach the server/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    expect(screen.queryByText(/We couldn’t reach the server/)).toBeNull()
  })
})
