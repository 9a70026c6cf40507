import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadFrom } from '@/lib/files/download-from'
import { VideoPlayer } from '@/ui/media/video-player'

vi.mock('@/lib/files/download-from', () => ({ downloadFrom: vi.fn() }))

const gone = Object.assign(new Error('Object not found'), { name: 'StorageApiError', statusCode: '404' })
const fiveMinutes = 5 * 60 * 1000

let now = 0
beforeEach(() => {
  now = Date.parse('2026-11-21T10:00:00Z')
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(() => vi.mocked(downloadFrom).mockReset())

/** Draws a player and presses play; each link is another one. */
async function play(
  makeLink = vi.fn(async (_purpose: string) => `https://files.test/${makeLink.mock.calls.length}`),
) {
  const user = userEvent.setup()
  render(<VideoPlayer title="For Anna" makeLink={makeLink} />)
  await user.click(screen.getByRole('button', { name: 'Play For Anna' }))
  return { user, makeLink }
}

const find = () => screen.findByLabelText<HTMLVideoElement>('For Anna')

/** Where the video is, and whether somebody has paused it. */
async function watched(seconds: number, paused = false): Promise<HTMLVideoElement> {
  const video = await find()
  Object.defineProperty(video, 'currentTime', { value: seconds, writable: true, configurable: true })
  Object.defineProperty(video, 'paused', { value: paused, configurable: true })
  return video
}

test('asks for nothing before somebody presses play', async () => {
  const makeLink = vi.fn(async () => 'https://files.test/1')
  const user = userEvent.setup()
  render(<VideoPlayer title="For Anna" makeLink={makeLink} />)
  expect(makeLink).not.toHaveBeenCalled()
  expect(document.querySelector('video')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Play For Anna' }))
  expect(await find()).toHaveAttribute('src', 'https://files.test/1')
  expect(makeLink.mock.calls).toEqual([['play']])
})

test.each(['error', 'waiting'] as const)(
  'a link that has run out is made anew and the video goes on where it was (%s)',
  async (event) => {
    const { makeLink } = await play()
    const video = await watched(42)
    now += fiveMinutes
    fireEvent[event](video)
    await waitFor(() => expect(video).toHaveAttribute('src', 'https://files.test/2'))
    video.currentTime = 0
    fireEvent.loadedMetadata(video)
    expect(video.currentTime).toBe(42)
    expect(video.autoplay).toBe(true)
    expect(makeLink).toHaveBeenCalledTimes(2)
    // The same player: whoever watches on the whole screen still does.
    expect(await find()).toBe(video)
  },
)

test('a video that was paused stays so', async () => {
  await play()
  const video = await watched(42, true)
  now += fiveMinutes
  fireEvent.error(video)
  await waitFor(() => expect(video).toHaveAttribute('src', 'https://files.test/2'))
  expect(video.autoplay).toBe(false)
})

test('each time that it runs out, and only once each time', async () => {
  const { makeLink } = await play()
  const video = await watched(42)
  now += fiveMinutes
  fireEvent.waiting(video)
  fireEvent.error(video)
  await waitFor(() => expect(video).toHaveAttribute('src', 'https://files.test/2'))
  now += fiveMinutes
  fireEvent.error(video)
  await waitFor(() => expect(video).toHaveAttribute('src', 'https://files.test/3'))
  fireEvent.error(video)
  expect(await screen.findByText('Unable to load video preview')).toBeVisible()
  expect(makeLink).toHaveBeenCalledTimes(3)
})

test('waiting for the connection while the link is good changes nothing', async () => {
  const { makeLink } = await play()
  fireEvent.waiting(await watched(42))
  expect(makeLink).toHaveBeenCalledTimes(1)
})

test('a plan that was closed meanwhile ends the video and says so', async () => {
  const makeLink = vi.fn().mockResolvedValueOnce('https://files.test/1').mockRejectedValue(gone)
  await play(makeLink)
  const video = await watched(42)
  now += fiveMinutes
  fireEvent.error(video)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Unable to load video preview' +
      'The file is no longer there, or it is not open to you any more. Please load the page again.',
  )
  expect(document.querySelector('video')).toBeNull()
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus()
})

test('what this browser cannot play can be tried again from there, or saved by a link of its own', async () => {
  const { user, makeLink } = await play()
  fireEvent.error(await watched(42))
  expect(await screen.findByText(/this browser cannot play this kind of video/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save to this device' }))
  expect(makeLink).toHaveBeenLastCalledWith('save')
  expect(downloadFrom).toHaveBeenCalledWith('https://files.test/2')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const video = await find()
  fireEvent.loadedMetadata(video)
  expect(video.currentTime).toBe(42)
})

test('says in the words of its screen that there is no link', async () => {
  const user = userEvent.setup()
  render(
    <VideoPlayer
      title="For Anna"
      makeLink={() => Promise.reject(gone)}
      noLinkTitle="This video is preparing."
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Play For Anna' }))
  expect(await screen.findByText('This video is preparing.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save to this device' })).toBeNull()
})
