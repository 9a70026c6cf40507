// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { canPlay } from '@/browser/files/can-play'

const player = { value: document.createElement('video') }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: vi.fn() }))
  player.value = document.createElement('video')
  vi.spyOn(document, 'createElement').mockReturnValue(player.value)
  return () => vi.useRealTimers()
})

const withPictures = (width: number) =>
  Object.defineProperty(player.value, 'videoWidth', { value: width, configurable: true })

test.each([
  ['its pictures are understood', 'loadedmetadata', 640, true],
  ['only its sound is understood', 'loadedmetadata', 0, false],
  ['it is not understood', 'error', 0, false],
])('whether a video can be played, when %s', async (_when, event, width, playable) => {
  withPictures(width)
  const answer = canPlay(new Blob(['x']))
  player.value.dispatchEvent(new Event(event))
  expect(await answer).toBe(playable)
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:x')
})

test('a video that takes long to read counts as playable', async () => {
  const answer = canPlay(new Blob(['x']))
  vi.advanceTimersByTime(5_000)
  expect(await answer).toBe(true)
})
