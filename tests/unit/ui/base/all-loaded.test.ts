import { expect, test, vi } from 'vitest'
import { allLoaded } from '@/ui/base/loaded'

const loaded = <Data>(data: Data) => ({
  data,
  error: null,
  isFetching: false,
  refetch: vi.fn(async () => {}),
})

test('joined queries have data once all are loaded, null values included', () => {
  expect(allLoaded(loaded(1), loaded(null)).data).toEqual([1, null])
  expect(allLoaded(loaded(1), loaded<string | undefined>(undefined)).data).toBeUndefined()
})

test('joined queries report the first error, and a retry reloads all of them', async () => {
  const problem = new Error('no connection')
  const failed = { ...loaded(undefined), error: problem }
  const loading = { ...loaded(undefined), isFetching: true }
  const all = allLoaded(loading, failed)
  expect(all.error).toBe(problem)
  expect(all.isFetching).toBe(true)
  await all.refetch()
  expect(failed.refetch).toHaveBeenCalledOnce()
  expect(loading.refetch).toHaveBeenCalledOnce()
})
