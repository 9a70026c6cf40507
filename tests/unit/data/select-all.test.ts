import { expect, test } from 'vitest'
import { selectAll } from '@/data/select-all'

function table(length: number) {
  const asked: [number, number][] = []
  const query = () => ({
    range: async (from: number, to: number) => {
      asked.push([from, to])
      return { data: Array.from({ length }, (_, id) => ({ id })).slice(from, to + 1) }
    },
  })
  return { query, asked }
}

test.each([
  [0, 1],
  [999, 1],
  [1000, 2],
  [2500, 3],
])('%i rows are read in %i requests', async (length, requests) => {
  const { query, asked } = table(length)
  expect(await selectAll(query)).toHaveLength(length)
  expect(asked).toHaveLength(requests)
})

test('a row that slides onto the next page, because one was added, comes once', async () => {
  let shift = 0
  const rows = await selectAll(() => ({
    range: async (from, to) => {
      const data = Array.from({ length: 1500 }, (_, id) => ({ id })).slice(from - shift, to + 1 - shift)
      shift = 1
      return { data }
    },
  }))
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 1500 }, (_, id) => id))
})
