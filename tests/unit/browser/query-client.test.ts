import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '@/browser/query-client'
import { pressing } from '../pressing'

test('a read begins after the page has answered a press', async () => {
  const endPress = pressing()
  const read = vi.fn(async () => 'rows')
  const reading = createQueryClient().fetchQuery({ queryKey: ['rows'], queryFn: read })
  await Promise.resolve()
  expect(read).not.toHaveBeenCalled()
  endPress()
  expect(await reading).toBe('rows')
})

test.each([
  ['without a scheduler', undefined],
  ['whose scheduler cannot wait', {}],
])('a browser %s reads too', async (_which, scheduler) => {
  if (scheduler) vi.stubGlobal('scheduler', scheduler)
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = createQueryClient()
  expect(await client.fetchQuery({ queryKey: ['rows'], queryFn: async () => 'rows' })).toBe('rows')
})

test('reads that are asked for together wait for one press at a time', async () => {
  const turns: (() => void)[] = []
  const yielding = vi.fn(() => new Promise<void>((resolve) => turns.push(resolve)))
  vi.stubGlobal('scheduler', { yield: yielding })
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = createQueryClient()
  const read = vi.fn(async () => 'rows')
  const reading = ['first', 'second'].map((key) => client.fetchQuery({ queryKey: [key], queryFn: read }))
  for (const begun of [1, 2]) {
    await vi.waitFor(() => expect(yielding).toHaveBeenCalledTimes(begun))
    turns.shift()?.()
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(begun))
  }
  expect(await Promise.all(reading)).toEqual(['rows', 'rows'])
})

test.each([
  ['is tried again while the database can’t be reached', 'PGRST003', 'rows'],
  ['that is refused isn’t tried again', '42501', '42501'],
])('a read %s', async (_what, code, outcome) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
  onTestFinished(() => void vi.useRealTimers())
  const read = vi.fn(async () => 'rows').mockRejectedValueOnce(Object.assign(new Error(code), { code }))
  const reading = createQueryClient().fetchQuery({ queryKey: ['rows'], queryFn: read })
  expect(await reading.catch((error: Error) => error.message)).toBe(outcome)
})
