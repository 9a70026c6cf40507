// What the database holds of some people, to show that what others do changes nothing of it.
import { asAdministrator, type Row } from '../people.ts'

/**
 * Every row of every table of ours that names one of these texts anywhere: ids or addresses.
 * @returns the rows with the names of their tables, in an order that only depends on them
 */
export async function everythingOf(names: readonly string[]): Promise<Row[]> {
  const tables = await asAdministrator<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`,
  )
  const rows = tables.map(({ name }) => `select '${name}' as "table", to_jsonb(t) as row from ${name} t`)
  return asAdministrator(
    `select * from (${rows.join(' union all ')}) everything
      where exists (select from unnest($1::text[]) n where strpos(row::text, n) > 0)
      order by "table", row::text`,
    [names],
  )
}
