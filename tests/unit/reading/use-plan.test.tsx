import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '@/browser/query-client'
import { binderParts, usePlan } from '@/reading/use-plan'
import { emptyPlan } from '../empty-plan'
import { anna, fakeSupabase, held, json, type Routes, refusal, signIn } from '../fake-supabase'

/** A plan whose answers come one by one, when the test says so, on a page that counts how often it was drawn. */
async function page(isWhole: boolean, changed: Routes = {}) {
  const gates = Object.entries({
    ...emptyPlan,
    'GET health_notes': json([]),
    'GET health_papers': json([]),
    ...changed,
  }).map(([route, answer]) => ({ route, ...held(Array.isArray(answer) ? json(null) : answer) }))
  fakeSupabase(Object.fromEntries(gates.map(({ route, answer }) => [route, answer])))
  await signIn()
  let drawn = 0
  const cache = createQueryClient()
  const { result } = renderHook(
    () => {
      drawn += 1
      return usePlan(binderParts, anna.id, { isWhole })
    },
    {
      wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
    },
  )
  return {
    /** Lets all answers but the last come, each in a task of its own. */
    nearlyAll: async () => {
      for (const { open } of gates.slice(0, -1)) await act(async () => open())
    },
    last: () => act(async () => gates.at(-1)?.open()),
    drawn: () => drawn,
    parts: () => result.current.map(({ query }) => query),
  }
}

test('a page that shows a plan as a whole is drawn for the last answer, not for each', async () => {
  const { nearlyAll, last, drawn, parts } = await page(true)
  const before = drawn()
  await nearlyAll()
  expect(drawn()).toBe(before)
  expect(parts().every(({ data }) => data === undefined)).toBe(true)
  await last()
  await vi.waitFor(() => expect(parts().every(({ data }) => data !== undefined)).toBe(true))
})

test('a page that shows each part by itself is drawn with each answer', async () => {
  const { nearlyAll, drawn } = await page(false)
  const before = drawn()
  await nearlyAll()
  await vi.waitFor(() => expect(drawn()).toBeGreaterThan(before))
})

test('a page that shows a plan as a whole says at once when a part cannot be read', async () => {
  const { nearlyAll, parts } = await page(true, { 'GET contacts': refusal('42501', 403) })
  await nearlyAll()
  await vi.waitFor(() => expect(parts().some(({ error }) => error !== null)).toBe(true))
})

test('a plan that was read before is whole in the first drawing, so that Back leads to where its reader was', async () => {
  fakeSupabase({ ...emptyPlan, 'GET health_notes': json([]), 'GET health_papers': json([]) })
  await signIn()
  const cache = createQueryClient()
  for (const part of binderParts) await cache.prefetchQuery(part.query(anna.id))
  const drawn: boolean[] = []
  renderHook(
    () => {
      const parts = usePlan(binderParts, anna.id, { isWhole: true })
      drawn.push(parts.every(({ query }) => query.data !== undefined))
    },
    {
      wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
    },
  )
  expect(drawn[0]).toBe(true)
})
