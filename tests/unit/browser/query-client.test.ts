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
