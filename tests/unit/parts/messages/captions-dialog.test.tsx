import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { patterns } from '@/lib/paths'
import type { Message } from '@/parts/messages'
import { Component as VideosPage } from '@/parts/messages/page'
import { anna, fakeSupabase, json, type Routes, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

// The page imports this dialog lazily; importing it up front saves the tests from waiting.
beforeAll(() => import('@/parts/messages/dialog'))

const video: Message = {
  id: '33333333-3333-4333-8333-333333333333',
  user_id: anna.id,
  title: 'For Tom',
  storage_path: `${anna.id}/1.webm`,
  body: null,
  for_beneficiary: null,
  deliver_on: null,
  transcript: 'One two. Six?',
  captions: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const made = 'WEBVTT\n\n00:00:00.000 --> 00:00:08.000\nOne two.\n\n00:00:08.000 --> 00:00:12.000\nSix?\n'

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

async function openCaptions(row: Message, routes: Routes = {}) {
  const calls = fakeSupabase({
    'GET video_messages': json([row]),
    'GET designations': json([]),
    'PATCH video_messages': json([row]),
    [`POST storage/object/sign/videos/${row.storage_path}`]: json({ signedURL: '/object/sign/x?token=1' }),
    ...routes,
  })
  const view = renderPage({ page: VideosPage, pattern: patterns.videos })
  await view.user.click(await screen.findByRole('button', { name: /captions (to|of) For Tom$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Captions' }))
  const sent = () => calls.filter(({ route }) => route === 'PATCH video_messages').map(({ body }) => body)
  /** Plays the video of twelve seconds. @returns moves it to a moment */
  const play = async () => {
    await view.user.click(dialog.getByRole('button', { name: 'Play For Tom' }))
    const player = await dialog.findByLabelText<HTMLVideoElement>('For Tom')
    Object.defineProperty(player, 'duration', { value: 12 })
    return (seconds: number) => {
      player.currentTime = seconds
    }
  }
  return { ...view, dialog, sent, play }
}

test('captions are made from the transcript over the length of the video, moved while it plays, undone, and saved', async () => {
  const { dialog, user, sent, play } = await openCaptions(video)
  await user.click(dialog.getByRole('button', { name: 'Make captions from this' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Press play for a moment first')
  const at = await play()
  await user.click(dialog.getByRole('button', { name: 'Make captions from this' }))
  expect(await dialog.findByText('2 captions made. Play the video to see them.')).toBeVisible()
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(document.querySelector('[role=dialog] track')).toHaveAttribute('kind', 'captions')
  at(9)
  await user.click(dialog.getByRole('button', { name: 'Half a second earlier' }))
  await user.click(dialog.getByRole('button', { name: 'Half a second earlier' }))
  await user.click(dialog.getByRole('button', { name: 'Half a second later' }))
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  await user.click(dialog.getByRole('button', { name: 'Save captions' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        transcript: 'One two. Six?',
        captions: made.replaceAll('08.000', '07.000').replace('12.000', '11.000'),
      },
    ]),
  )
  expect(await screen.findByText('Video saved')).toBeVisible()
})

test('captions come from a .vtt file, whose words and times alone are kept', async () => {
  const { dialog, user, sent } = await openCaptions(video)
  const input = dialog.getByLabelText('File of captions (.vtt)')
  await user.upload(input, new File(['Hello'], 'notes.vtt', { type: 'text/vtt' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('“notes.vtt” isn’t a WebVTT file with captions.')
  await user.upload(input, new File(['x'.repeat(1024 * 1024 + 1)], 'large.vtt', { type: 'text/vtt' }))
  expect(await dialog.findByText('Captions can be up to 1.0 MB.')).toBeVisible()
  const many = Array.from({ length: 3_000 }, () => '00:01.000 --> 00:02.000\nHello, all of you.').join('\n\n')
  await user.upload(input, new File([`WEBVTT\n\n${many}`], 'long.vtt', { type: 'text/vtt' }))
  expect(await dialog.findByText('These captions are too long to be kept.')).toBeVisible()
  const given = 'WEBVTT\n\nSTYLE\n::cue {}\n\n00:01.000 --> 00:02.000 line:0\n<b>Hello</b>\n'
  await user.upload(input, new File([given], 'good.vtt', { type: 'text/vtt' }))
  expect(await dialog.findByText(/^Read from the file\./)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save captions' }))
  await waitFor(() =>
    expect(sent()).toMatchObject([{ captions: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n' }]),
  )
})

test('captions are taken out of a video, and a text without words makes none', async () => {
  const { dialog, user, sent, play } = await openCaptions({ ...video, transcript: null, captions: made })
  await play()
  await user.click(dialog.getByRole('button', { name: 'Make captions again' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Write down what you say in the video first.')
  await user.click(dialog.getByRole('button', { name: 'Take captions out' }))
  expect(dialog.queryByText('Do they fit?')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save captions' }))
  await waitFor(() => expect(sent()).toEqual([{ transcript: null, captions: null }]))
})
