import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FuneralPlan } from '@/data/funeral-plan'
import { patterns } from '@/lib/paths'
import { Component as MusicPage } from '@/parts/music/page'
import { type Answer, anna, fakeSupabase, json, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const plan: FuneralPlan = {
  user_id: anna.id,
  disposition: 'burial',
  funeral_home: null,
  service_type: null,
  venue: null,
  officiant: null,
  personal_requests: null,
  obituary: null,
  likeness: null,
  music_playlist_provider: 'Spotify',
  music_playlist_ref: 'https://open.spotify.com/playlist/1',
  completed_at: '2026-11-02T10:00:00+00:00',
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-02T10:00:00+00:00',
}
const apple = 'https://music.apple.com/us/playlist/pl.1'
const saves: Answer = (call) => json({ ...plan, ...(call.body as object) })(call)

const open = () => renderPage({ page: MusicPage, pattern: patterns.music })
const button = (name: string) => screen.getByRole('button', { name })
const link = () => screen.findByRole('textbox', { name: /Playlist link/ })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each(['Spotify', 'Apple Music'])('connecting %s is announced as coming soon', async (service) => {
  fakeSupabase({ 'GET funeral_plan': json([]) })
  const { user } = open()
  await link()
  await user.click(button(`Connect ${service}`))
  expect(await screen.findByText('Coming Soon')).toBeVisible()
  expect(screen.getByText(`${service} integration will be available in a future update.`)).toBeVisible()
})

test('saving the first playlist creates the plan row with only the music', async () => {
  const calls = fakeSupabase({ 'GET funeral_plan': json([]), 'POST funeral_plan': saves })
  const { user } = open()
  await user.type(await link(), apple)
  await user.click(button('Save playlist'))
  expect(await screen.findByText('Your music has been saved.')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({
    user_id: anna.id,
    music_playlist_provider: 'Apple Music',
    music_playlist_ref: apple,
  })
})

test('saving a playlist updates a plan row that was created elsewhere meanwhile', async () => {
  const calls = fakeSupabase({
    'GET funeral_plan': json([]),
    'POST funeral_plan': refusal('23505', 409),
    'PATCH funeral_plan': saves,
  })
  const { user } = open()
  await user.type(await link(), apple)
  await user.click(button('Save playlist'))
  expect(await screen.findByText('Your music has been saved.')).toBeVisible()
  expect(calls.at(-1)?.url.searchParams.get('music_playlist_ref')).toBe('is.null')
})

test('saving another playlist changes only the music, and only over the one that was shown', async () => {
  const calls = fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': saves })
  const { user } = open()
  await user.type(await link(), apple)
  await user.click(button('Save playlist'))
  expect(await screen.findByRole('link', { name: 'Open the playlist on music.apple.com' })).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ music_playlist_provider: 'Apple Music', music_playlist_ref: apple })
  expect(calls.at(-1)?.url.searchParams.get('music_playlist_ref')).toBe(`eq.${plan.music_playlist_ref}`)
  expect(await link()).toHaveValue('')
})

test('music that was changed in another window is overwritten only with "Keep mine and save"', async () => {
  const other = { ...plan, music_playlist_ref: 'https://music.youtube.com/playlist?list=1' }
  fakeSupabase({
    'GET funeral_plan': [json(plan), json({ music_playlist_ref: other.music_playlist_ref }), json(other)],
    'PATCH funeral_plan': [json([]), saves],
  })
  const { user } = open()
  await user.type(await link(), apple)
  await user.click(button('Save playlist'))
  expect(await screen.findByText('Not saved: the music was changed in another window')).toBeVisible()
  expect(await link()).toHaveValue(apple)
  await user.click(button('Keep mine and save'))
  expect(await screen.findByRole('link', { name: 'Open the playlist on music.apple.com' })).toBeVisible()
})

test('removing a playlist asks first and clears both columns', async () => {
  const calls = fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': saves })
  const { user } = open()
  await link()
  await user.click(button('Remove this playlist'))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/You haven’t chosen anything yet/)).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ music_playlist_provider: null, music_playlist_ref: null })
})
