// What the database holds of some people, to show that what others do changes nothing of it.
import { asAdministrator } from '../support/people.ts'

/**
 * @param names ids, addresses, customers at Stripe: what any row about these people contains
 * @returns every row of the database that has one of them anywhere, each with the name of its table, sorted
 */
export async function everythingOf(names: readonly string[]): Promise<string[]> {
  const tables = await asAdministrator<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private') or (schemaname, tablename) in (('auth', 'users'), ('storage', 'objects'))`,
  )
  const rows = await asAdministrator<{ line: string }>(
    tables
      .map(({ name }) => `select '${name} ' || t::text as line from ${name} t where t::text ~ $1`)
      .join(' union all '),
    [names.map((name) => name.replaceAll(/[.+]/g, '\\$&')).join('|')],
  )
  return rows.map(({ line }) => line).sort()
}
