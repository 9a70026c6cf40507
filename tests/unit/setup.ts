import '@testing-library/jest-dom/vitest'
import { setImmediate } from 'node:timers/promises'
import { configure, getConfig } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { answerStylesFast } from './computed-style.ts'

// How long a query waits before it fails. A busy machine needs more than the default of one second.
configure({ asyncUtilTimeout: 10_000 })

// React runs effects some turns of the event loop after it renders. On a busy machine a test would otherwise look in
// between: at a dialog before it takes the focus, or at a toast before it shows.
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback()
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
      return result
    }),
})

// After signing out the app keeps a toaster of its own for ten seconds. It would remove the toasts of the next test file.
vi.mock('@/ui/base/toaster', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@/ui/base/toaster')>()),
  keepToasts: vi.fn(),
}))

// The address that the app's client calls in these tests; only tests/unit/fake-supabase.ts answers there.
import.meta.env.VITE_SUPABASE_URL ??= 'http://supabase.test'
import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ??= 'sb_publishable_test'

// The router and Radix need these, and jsdom does not have them.
if (typeof window !== 'undefined') {
  window.scrollTo = () => {}
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.matchMedia ??= () =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: '',
      onchange: null,
      addListener() {},
      removeListener() {},
    })
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.hasPointerCapture ??= () => false
  answerStylesFast(window)
}

let unexpected: unknown[][] = []

beforeEach(() => {
  unexpected = []
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    unexpected.push(words)
  })
})

/** Returns the errors logged so far in this test and clears them; errors left uncleared fail the test. */
export function takeConsoleErrors(): string[] {
  return unexpected.splice(0).map((words) => words.map(String).join(' '))
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(takeConsoleErrors(), 'console.error was called').toEqual([])
})

// A worker runs many test files, because starting one for each file takes longer than most files do. Modules are reset so
// that the next file loads the app without the state that this one left; code on demand that is still on its way could
// not be loaded then, and the next file would get its failure.
afterAll(async () => {
  configure({ asyncWrapper })
  await vi.dynamicImportSettled()
  vi.resetModules()
})
