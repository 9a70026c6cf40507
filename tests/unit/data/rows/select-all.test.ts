import { expect, test } from 'vitest'
import { selectAll } from '@/data/rows/select-all'

const ids = (length: number) => Array.from({ length }, (_, id) => ({ id }))

/** A list behind an API that returns at most `cap` rows; `change` gets the request's number before each answer. */
function table(list: { id: number }[], cap = 1000, change: (request: number) => void = () => {}) {
  let requests = 0
  const query = () => ({
    range: async (from: number, to: number) => {
      change(requests)
      requests += 1
      return { data: list.slice(from, Math.min(to + 1, from + cap)) }
    },
  })
  return { query, requests: () => requests }
}

test.each([
  [0, 1],
  [99, 1],
  [999, 2],
  [1000, 2],
  [2500, 3],
])('selectAll reads %i rows in %i requests', async (length, requests) => {
  const rows = table(ids(length))
  expect(await selectAll(rows.query)).toEqual(ids(length))
  expect(rows.requests()).toBe(requests)
})

test.each([100, 400, 999])(
  'selectAll reads all rows when the API returns at most %i at a time',
  async (cap) => {
    expect(await selectAll(table(ids(2500), cap).query)).toEqual(ids(2500))
  },
)

test.each([
  ['added', (list: { id: number }[]) => list.unshift({ id: -1 })],
  ['deleted', (list: { id: number }[]) => list.shift()],
])('selectAll misses no other row when a row is %s between two requests', async (_what, change) => {
  const list = ids(1500)
  const { query } = table(list, 1000, (request) => request === 1 && change(list))
  expect(await selectAll(query)).toEqual(list)
})

test('selectAll reads to the end of a list that grows with every request', async () => {
  const list = ids(1500)
  let next = 0
  const { query } = table(list, 1000, () => {
    next -= 1
    list.unshift({ id: next })
  })
  expect((await selectAll(query)).length).toBeGreaterThanOrEqual(1500)
})
