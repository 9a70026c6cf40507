import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeRetries } from '@/data/files/retries'

let leave: AbortController
beforeEach(() => {
  leave = new AbortController()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

/** Resolves to the number of seconds that a wait takes. */
async function secondsOf(wait: Promise<void>): Promise<number> {
  let over = false
  void wait.then(() => {
    over = true
  })
  for (let seconds = 0; ; seconds += 1) {
    await vi.advanceTimersByTimeAsync(0)
    if (over) return seconds
    await vi.advanceTimersByTimeAsync(1000)
  }
}

describe('waits', () => {
  test('the wait between two retries grows with each failure up to 30 seconds, and starts over after progress', async () => {
    const retries = makeRetries(leave.signal)
    const waits = []
    for (let n = 0; n < 8; n += 1) waits.push(await secondsOf(retries.wait()))
    expect(waits).toEqual([1, 2, 5, 10, 20, 30, 30, 30])
    retries.moved()
    expect(await secondsOf(retries.wait())).toBe(1)
  })

  test('the wait between two retries ends at once when the user asks for a retry or the connection is back', async () => {
    const retries = makeRetries(leave.signal)
    const asked = retries.wait()
    retries.goOn()
    await asked
    const back = retries.wait()
    window.dispatchEvent(new Event('online'))
    await back
  })

  test('the wait between two retries lasts as long as the browser is offline', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const retries = makeRetries(leave.signal)
    const wait = retries.wait()
    await vi.advanceTimersByTimeAsync(3_600_000)
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await wait
  })

  test('the wait between two retries rejects with the reason when the transfer is aborted', async () => {
    const retries = makeRetries(leave.signal)
    const wait = retries.wait()
    leave.abort(new Error('given up'))
    await expect(wait).rejects.toThrow('given up')
    await expect(retries.wait()).rejects.toThrow('given up')
  })
})

test('retries are over after the given number of failures in a row', async () => {
  const retries = makeRetries(leave.signal, 2)
  for (const isOver of [false, false, true]) {
    expect(retries.isOver()).toBe(isOver)
    void retries.wait()
    retries.goOn()
  }
  retries.moved()
  expect(retries.isOver()).toBe(false)
})
