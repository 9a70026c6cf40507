import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component as MemorialPage } from '@/features/memorial/memorial-page'
import { formatDateTime } from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { fakeSupabase, json, type Routes, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const ownerId = '22222222-2222-4222-8222-222222222222'
const access = {
  role: 'executor',
  can_view: true,
  can_view_finances: true,
  certificate_submitted_at: '2026-11-05T10:00:00+00:00',
}
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
  visibility_hold: false,
  is_deceased: false,
  death_review: 'pending',
  death_certificate_path: `${ownerId}/1-certificate.pdf`,
  death_reviewed_at: null,
  release_at: null,
  release_wait_days: 0,
  updated_at: '2026-11-09T10:00:00+00:00',
}
const musicOnly = {
  user_id: ownerId,
  disposition: null,
  funeral_home: null,
  service_type: null,
  venue: null,
  officiant: null,
  personal_requests: null,
  obituary: null,
  music_playlist_provider: 'Spotify',
  music_playlist_ref: 'https://open.spotify.com/playlist/1',
  completed_at: null,
}

function open(routes: Routes, tab?: string) {
  fakeSupabase({
    'POST rpc/memorial_access': json(access),
    'GET profiles': json(owner),
    'GET funeral_plan': json([]),
    'GET estate_documents': json([]),
    'GET video_messages': json([]),
    'GET contacts': json([]),
    'GET financial_accounts': json([]),
    'GET insurance_policies': json([]),
    ...routes,
  })
  return renderPage({
    page: MemorialPage,
    pattern: patterns.memorial,
    at: `/memorial/${ownerId}${tab ? `?tab=${tab}` : ''}`,
  })
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('says that a certificate is reviewed also where the plan is open already', async () => {
  open({})
  expect(await screen.findByText('A death certificate is being reviewed')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Funeral' })).toBeVisible()
})

test('music alone is no plan for the funeral, and is shown under Music', async () => {
  const { user } = open({ 'GET funeral_plan': json(musicOnly) })
  expect(await screen.findByRole('heading', { name: 'No funeral preferences saved yet' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Music' }))
  expect(await screen.findByText('Spotify')).toBeVisible()
})

test.each([
  ['was submitted, while it is reviewed', {}, access.certificate_submitted_at],
  [
    'was decided, afterwards',
    { death_review: 'rejected', death_reviewed_at: '2026-11-07T10:00:00+00:00' },
    '2026-11-07T10:00:00+00:00',
  ],
])('a certificate was last updated when it %s', async (_when, review, at) => {
  open({ 'GET profiles': json({ ...owner, ...review }) }, 'certificate')
  expect(await screen.findByText(formatDateTime(at))).toBeVisible()
  expect(screen.queryByText(formatDateTime(owner.updated_at))).toBeNull()
})
