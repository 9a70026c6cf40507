import '@testing-library/jest-dom/vitest'
import { setImmediate } from 'node:timers/promises'
import { configure, getConfig } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// How long a test waits for what must come: a machine with much to do takes its time.
configure({ asyncUtilTimeout: 10_000 })

// React's effects, and what they change in turn, come some turns of the event loop after the markup. On a busy machine a
// test would look in between: at a dialog before it takes the focus, at a toast before it shows.
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback()
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
      return result
    }),
})

// Where the app's client points in these tests; nothing answers there but tests/unit/fake-supabase.ts.
import.meta.env.VITE_SUPABASE_URL ??= 'http://supabase.test'
import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ??= 'sb_publishable_test'

// What jsdom does not have and the router and Radix ask for.
if (typeof window !== 'undefined') {
  window.scrollTo = () => {}
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.hasPointerCapture ??= () => false
}

let unexpected: unknown[][] = []

beforeEach(() => {
  unexpected = []
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    unexpected.push(words)
  })
})

/** Takes the errors logged so far in this test; those that are not taken fail it. */
export function takeConsoleErrors(): string[] {
  return unexpected.splice(0).map((words) => words.map(String).join(' '))
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(takeConsoleErrors(), 'console.error was called').toEqual([])
})

// A worker runs many files, because starting one for each takes longer than most files: the next file loads the app's
// modules anew, without what this one left in them.
afterAll(() => {
  configure({ asyncWrapper })
  vi.resetModules()
})
