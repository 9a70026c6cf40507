import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/browser/query-client'
import { planOverviewKeys } from '@/data/plan-overview'
import { useListCache } from '@/data/rows/list-cache'

interface Row {
  id: string
  name: string
}
type List = ReturnType<typeof useListCache<Row>>

const queryKey = ['contacts', 'anna']
const ruth = { id: 'r', name: 'Ruth' }
const tom = { id: 't', name: 'Tom' }
const thomas = { ...tom, name: 'Thomas' }

/** A list that is shown beside the dashboard's counts. Each of its reads waits until the test answers it. */
function opened() {
  const cache = createQueryClient()
  const answers: ((rows: Row[]) => void)[] = []
  const read = vi.fn(() => new Promise<Row[]>((resolve) => void answers.push(resolve)))
  const count = vi.fn(async () => 0)
  const answer = (rows: Row[]) =>
    act(async () => {
      const next = await vi.waitUntil(() => answers.shift())
      next(rows)
    })
  const { result } = renderHook(
    () => {
      useQuery({ queryKey, queryFn: read })
      useQuery({ queryKey: planOverviewKeys.all, queryFn: count })
      return useListCache<Row>(queryKey)
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    },
  )
  const names = () => cache.getQueryData<Row[]>(queryKey)?.map(({ name }) => name)
  return { cache, list: result.current, names, read, count, answer }
}

/** The same list once it has been read: Ruth and Tom. */
async function shown() {
  const list = opened()
  await list.answer([ruth, tom])
  await waitFor(() => expect(list.names()).toEqual(['Ruth', 'Tom']))
  list.read.mockClear()
  list.count.mockClear()
  return list
}

describe('a change of a list that is shown', () => {
  const changes: [what: string, change: (list: List) => Promise<void>, names: string[], counts: number][] = [
    ['a new row comes first', (list) => list.add({ id: 'n', name: 'Nora' }), ['Nora', 'Ruth', 'Tom'], 1],
    ['a row that was added twice is there once', (list) => list.add(thomas), ['Thomas', 'Ruth'], 1],
    ['a saved row stays in its place', (list) => list.replace(thomas), ['Ruth', 'Thomas'], 1],
    ['some values of a row change', (list) => list.patch('t', { name: 'Thomas' }), ['Ruth', 'Thomas'], 0],
    ['a deleted row is gone', (list) => list.remove('r'), ['Tom'], 1],
  ]

  test.each(changes)('is made without reading the list: %s', async (_what, change, expected, counts) => {
    const { list, names, read, count } = await shown()
    await act(() => change(list))
    expect(names()).toEqual(expected)
    expect(read).not.toHaveBeenCalled()
    expect(count).toHaveBeenCalledTimes(counts)
  })

  test.each(changes)('outlasts a read that began before it: %s', async (_what, change, expected) => {
    const { list, names, read, answer } = await shown()
    act(() => list.reload())
    await waitFor(() => expect(read).toHaveBeenCalledOnce())
    await act(() => change(list))
    await answer([ruth, tom])
    expect(names()).toEqual(expected)
  })
})

test('a change of a list that is not in the cache leaves it to be read', async () => {
  const { cache, list } = await shown()
  cache.removeQueries({ queryKey })
  await act(() => list.remove('r'))
  expect(cache.getQueryData(queryKey)).toBeUndefined()
})

test('a row added before the first read of its list was answered is on the list', async () => {
  const { list, names, read, answer } = opened()
  await act(() => list.add(tom))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  await answer([ruth])
  await answer([tom, ruth])
  await waitFor(() => expect(names()).toEqual(['Tom', 'Ruth']))
})

test('a list whose rows may have changed on the server is read again, and so are the counts', async () => {
  const { list, names, read, count, answer } = await shown()
  act(() => list.reload())
  await waitFor(() => expect(read).toHaveBeenCalledOnce())
  await answer([tom])
  expect(names()).toEqual(['Tom'])
  expect(count).toHaveBeenCalledOnce()
})
