/** How many rows are asked for at once. The Data API may give fewer in one answer (`max_rows` in its settings). */
const PAGE = 1000
/** No API is set to give fewer rows than this in one answer: what is shorter is the end of the list. */
const SMALLEST_CAP = 100
/** How often a list that changes while it is read is read from the beginning. */
const TRIES = 3

interface Ranged<Row> {
  range: (from: number, to: number) => PromiseLike<{ data: Row[] }>
}

/**
 * Reads a whole list, however long, in as many requests as the API needs for it. Each request begins with the last row
 * of the one before: when another one stands there, rows were added or deleted meanwhile, and it begins anew.
 * @param query makes the query anew for each request: filtered, in an order without ties, with throwOnError()
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

/** @returns null when the list changed meanwhile, unless it is to be read to its end all the same */
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
