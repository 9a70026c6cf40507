import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadFrom } from '@/browser/files/download'
import { VideoPlayer } from '@/ui/media/video-player'

vi.mock('@/browser/files/download', () => ({ downloadFrom: vi.fn() }))

const gone = Object.assign(new Error('Object not found'), { name: 'StorageApiError', statusCode: '404' })
const fiveMinutes = 5 * 60 * 1000

let now = 0
beforeEach(() => {
  now = Date.parse('2026-11-21T10:00:00Z')
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(() => vi.mocked(downloadFrom).mockReset())

/** Renders a player and presses play; each request makes a new link. */
async function play(
  makeLink = vi.fn(async (_purpose: string) => `https://files.test/${makeLink.mock.calls.length}`),
) {
  const user = userEvent.setup()
  render(<VideoPlayer title="For Anna" makeLink={makeLink} />)
  await user.click(screen.getByRole('button', { name: 'Play For Anna' }))
  return { user, makeLink }
}

const find = () => screen.findByLabelText<HTMLVideoElement>('For Anna')

/** Sets the position of the video, and whether it is paused. */
async function watched(seconds: number, paused = false): Promise<HTMLVideoElement> {
  const video = await find()
  Object.defineProperty(video, 'currentTime', { value: seconds, writable: true, configurable: true })
  Object.defineProperty(video, 'paused', { value: paused, configurable: true })
  return video
}

test('a video player requests no link before play is pressed', async () => {
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
  'a video player renews an expired link and continues at the same position (%s)',
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
    // The same element is kept, so that full-screen playback continues.
    expect(await find()).toBe(video)
  },
)

test('a video player keeps a paused video paused when it renews the link', async () => {
  await play()
  const video = await watched(42, true)
  now += fiveMinutes
  fireEvent.error(video)
  await waitFor(() => expect(video).toHaveAttribute('src', 'https://files.test/2'))
  expect(video.autoplay).toBe(false)
})

test('a video player renews the link each time it expires, and only once each time', async () => {
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

test('a video player does not renew a valid link while it waits for the connection', async () => {
  const { makeLink } = await play()
  fireEvent.waiting(await watched(42))
  expect(makeLink).toHaveBeenCalledTimes(1)
})

test('a video player stops and shows an error when its plan was closed meanwhile', async () => {
  const makeLink = vi.fn().mockResolvedValueOnce('https://files.test/1').mockRejectedValue(gone)
  await play(makeLink)
  const video = await watched(42)
  now += fiveMinutes
  fireEvent.error(video)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Unable to load video preview' +
      'The file is no longer there, or you can no longer open it. Please refresh the page.',
  )
  expect(document.querySelector('video')).toBeNull()
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus()
})

test('a video player offers to retry or save a video that the browser cannot play', async () => {
  const { user, makeLink } = await play()
  fireEvent.error(await watched(42))
  expect(await screen.findByText(/this browser can’t play this kind of video/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save to this device' }))
  expect(makeLink).toHaveBeenLastCalledWith('save')
  expect(downloadFrom).toHaveBeenCalledWith('https://files.test/2')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const video = await find()
  fireEvent.loadedMetadata(video)
  expect(video.currentTime).toBe(42)
})

test('a video player shows the given words when there is no link', async () => {
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
