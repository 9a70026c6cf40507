import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// How long a test waits for what must come: a machine with much to do takes its time.
configure({ asyncUtilTimeout: 10_000 })

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
