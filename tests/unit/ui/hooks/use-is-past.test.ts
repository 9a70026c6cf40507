import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHasCome } from '@/ui/hooks/use-is-past'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('useHasCome becomes true at the given time, even when it is farther away than a timer can wait', () => {
  const { result } = renderHook(() => useHasCome('2026-12-31T12:00:00Z'))
  expect(result.current).toBe(false)
  pass(40 * 86_400_000 - 1)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})

test('useHasCome follows a changed time, and stays false without one', () => {
  const { result, rerender } = renderHook(({ moment }) => useHasCome(moment), {
    initialProps: { moment: '2026-11-21T11:00:00Z' as string | null },
  })
  expect(result.current).toBe(true)
  rerender({ moment: '2026-11-21T12:00:10Z' })
  expect(result.current).toBe(false)
  rerender({ moment: null })
  pass(3_600_000)
  expect(result.current).toBe(false)
})
