import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FuneralPlan } from '@/data/funeral-plan'
import { patterns } from '@/lib/paths'
import { Component as FuneralPlanPage } from '@/parts/funeral/page'
import { anna, fakeSupabase, json, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const plan: FuneralPlan = {
  user_id: anna.id,
  disposition: 'cremation',
  funeral_home: null,
  service_type: 'celebration',
  venue: 'The boathouse',
  officiant: null,
  personal_requests: 'Colours, please.\nCoffee afterwards.',
  obituary: null,
  likeness: null,
  music_playlist_provider: 'Spotify',
  music_playlist_ref: 'https://open.spotify.com/playlist/1',
  completed_at: '2026-11-02T10:00:00+00:00',
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-03T12:00:00+00:00',
}

const open = () => renderPage({ page: FuneralPlanPage, pattern: patterns.funeral })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('the funeral plan page shows every card, with "Not specified" for open choices', async () => {
  fakeSupabase({ 'GET funeral_plan': json(plan) })
  open()
  expect(await screen.findByText('Updated Nov 3, 2026')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Your arrangements' })).toBeVisible()
  for (const name of ['Disposition', 'Service', 'Requests', 'Obituary notes', 'Music preferences'])
    expect(await screen.findByRole('heading', { name })).toBeVisible()
  for (const words of ['Cremation', 'Celebration of life', 'The boathouse', /Coffee afterwards/])
    expect(screen.getByText(words)).toBeVisible()
  expect(screen.getAllByText('Not specified')).toHaveLength(4)
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/funeral/edit')
})

test.each([
  ['no', 'No, please no one'],
  ['family', 'Only my family, among themselves'],
  ['yes', 'Yes, my family may decide'],
] as const)(
  'the funeral plan page shows the wish "%s" about the voice and the face',
  async (likeness, words) => {
    fakeSupabase({ 'GET funeral_plan': json({ ...plan, likeness }) })
    open()
    expect(await screen.findByRole('heading', { name: 'Imitating voice or face' })).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
  },
)

test('a playlist in the funeral plan is a link that names its site and sends no referrer', async () => {
  fakeSupabase({ 'GET funeral_plan': json(plan) })
  open()
  const link = await screen.findByRole('link', { name: /open\.spotify\.com/ })
  expect(link).toHaveAttribute('href', plan.music_playlist_ref)
  expect(link).toHaveAttribute('rel', 'noreferrer noopener')
})

test.each(['javascript:alert(1)', 'http://example.com/', 'my favourite songs'])(
  'the playlist "%s" in the funeral plan is shown as text, not as a link',
  async (ref) => {
    fakeSupabase({ 'GET funeral_plan': json({ ...plan, music_playlist_ref: ref }) })
    open()
    expect(await screen.findByText(ref)).toBeVisible()
    expect(screen.queryByRole('link', { name: /playlist/ })).toBeNull()
  },
)

test('the funeral plan page marks a draft', async () => {
  fakeSupabase({ 'GET funeral_plan': json({ ...plan, completed_at: null }) })
  open()
  expect(await screen.findByText('Draft not yet marked complete')).toBeVisible()
})

test('the funeral plan page offers to start when there is no plan', async () => {
  fakeSupabase({ 'GET funeral_plan': json([]) })
  open()
  expect(await screen.findByRole('heading', { name: 'No funeral preferences saved yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Start planning' })).toHaveAttribute('href', '/funeral/edit')
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
})

test('the funeral plan page shows music without calling the plan a draft when only music was chosen', async () => {
  fakeSupabase({
    'GET funeral_plan': json({
      ...plan,
      disposition: null,
      service_type: null,
      venue: null,
      personal_requests: null,
      completed_at: null,
    }),
  })
  open()
  expect(await screen.findByRole('heading', { name: 'No funeral preferences saved yet' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Music preferences' })).toBeVisible()
  expect(screen.getByText('Spotify')).toBeVisible()
  expect(screen.queryByText('Draft not yet marked complete')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
})

test('the funeral plan page offers a retry when the plan cannot be loaded', async () => {
  fakeSupabase({ 'GET funeral_plan': [refusal('42501', 403), json(plan)] })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Unable to load funeral plan' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The boathouse')).toBeVisible()
})
