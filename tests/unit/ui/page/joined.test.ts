import { expect, test, vi } from 'vitest'
import { joined } from '@/ui/page/joined'

const loaded = <Data>(data: Data) => ({
  data,
  error: null,
  isFetching: false,
  refetch: vi.fn(async () => {}),
})

test('is there when all of it is there: what was loaded as null counts', () => {
  expect(joined(loaded(1), loaded(null)).data).toEqual([1, null])
  expect(joined(loaded(1), loaded<string | undefined>(undefined)).data).toBeUndefined()
})

test('fails with the first problem, and is tried again as a whole', async () => {
  const problem = new Error('no connection')
  const failed = { ...loaded(undefined), error: problem }
  const loading = { ...loaded(undefined), isFetching: true }
  const all = joined(loading, failed)
  expect(all.error).toBe(problem)
  expect(all.isFetching).toBe(true)
  await all.refetch()
  expect(failed.refetch).toHaveBeenCalledOnce()
  expect(loading.refetch).toHaveBeenCalledOnce()
})
