/** How many rows each request asks for. The Data API may return fewer (`max_rows` in its settings). */
const PAGE = 1000
/** Assumed to be the least that `max_rows` is ever set to: a shorter answer is the end of the list. */
const SMALLEST_CAP = 100
/** How often a list is read from the start when it changes while it is read. */
const TRIES = 3

interface Ranged<Row> {
  range: (from: number, to: number) => PromiseLike<{ data: Row[] }>
}

/**
 * Reads a whole list of any length, in as many requests as needed. Each request starts with the last row of the one
 * before; if it returns another row there, rows were added or deleted in the meantime, and reading starts over.
 * @param query builds the query for each request: filtered, in an order without ties, with throwOnError()
 * @returns every row once
 * @throws what the query throws
 */
export async function selectAll<Row extends { id: string | number }>(
  query: () => Ranged<Row>,
): Promise<Row[]> {
  for (let tries = 1; ; tries += 1) {
    const rows = await readThrough(query, tries === TRIES)
    if (rows) return rows
  }
}

/** @returns null when the list changed while it was read, unless it is to be read to its end anyway */
async function readThrough<Row extends { id: string | number }>(
  query: () => Ranged<Row>,
  evenIfChanged: boolean,
): Promise<Row[] | null> {
  const rows = new Map<Row['id'], Row>()
  let cap = SMALLEST_CAP
  let from = 0
  let lastId: Row['id'] | undefined
  for (;;) {
    const { data } = await query().range(from, from + PAGE - 1)
    if (lastId !== undefined && data[0]?.id !== lastId && !evenIfChanged) return null
    for (const row of data) rows.set(row.id, row)
    if (data.length < cap) return [...rows.values()]
    cap = data.length
    from += data.length - 1
    lastId = data.at(-1)?.id
  }
}
