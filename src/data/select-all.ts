/** How many rows the Data API gives in one answer at most (`max_rows` in supabase/config.toml). */
const PAGE = 1000

interface Ranged<Row> {
  range: (from: number, to: number) => PromiseLike<{ data: Row[] }>
}

/**
 * Reads a whole list, however long, in as many requests as the API needs for it.
 * @param query makes the query anew for each request: filtered, in an order without ties, with throwOnError()
 * @returns every row once, also when a row was added in between
 * @throws what the query throws
 */
export async function selectAll<Row extends { id: string | number }>(
  query: () => Ranged<Row>,
): Promise<Row[]> {
  const rows = new Map<Row['id'], Row>()
  for (let from = 0; ; from += PAGE) {
    const { data } = await query().range(from, from + PAGE - 1)
    for (const row of data) rows.set(row.id, row)
    if (data.length < PAGE) return [...rows.values()]
  }
}
