import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { designationKeys } from '@/data/designations'
import { Component as InvitesPage } from '@/features/invites/invites-page'
import { patterns } from '@/lib/paths'
import { fakeSupabase, json, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const invitation = {
  id: 1,
  owner_id: '22222222-2222-4222-8222-222222222222',
  owner_name: 'Margaret Ellis',
  role: 'executor',
  status: 'invited',
  invited_at: '2026-11-01T10:00:00+00:00',
  accepted_at: null,
  declined_at: null,
  revoked_at: null,
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('invitations stay on the screen when loading them again fails', async () => {
  fakeSupabase({ 'GET designations': [json([invitation]), refusal('42501', 403)] })
  const { queryClient } = renderPage({ page: InvitesPage, pattern: patterns.invites })
  expect(await screen.findByRole('heading', { name: 'Margaret Ellis' })).toBeVisible()
  await act(() => queryClient.invalidateQueries({ queryKey: designationKeys.all }))
  expect(await screen.findByText('What you see may be out of date')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
})

test('a refused decline is said in the dialog and in a toast', async () => {
  fakeSupabase({
    'GET designations': json([invitation]),
    'POST rpc/decline_designation_invite': refusal('HW001'),
  })
  const { user } = renderPage({ page: InvitesPage, pattern: patterns.invites })
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.click((await screen.findAllByRole('button', { name: 'Decline' })).at(-1) as HTMLElement)
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is no longer available.')
  expect(await screen.findByText('Error', { selector: '[data-title]' })).toBeInTheDocument()
})
