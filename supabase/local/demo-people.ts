import { readFile } from 'node:fs/promises'
import { paths } from './settings.ts'
import type { Stack } from './stack.ts'

export interface DemoPerson {
  email: string
  who: string
}

/**
 * Finds the people of the seed in the database, with what they are to each other.
 * @returns owners first, each followed by their designees; empty when the database was not seeded
 */
export async function demoPeople(stack: Stack): Promise<DemoPerson[]> {
  const seed = await readFile(paths.seed, 'utf8').catch(() => '')
  const addresses = [...new Set(seed.match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? [])]
  const hasPeople = await stack.sql(`select to_regclass('public.designations') is not null as yes`)
  if (addresses.length === 0 || !hasPeople[0]?.yes) return []
  const rows = await stack.sql(
    `select u.email, p.full_name as name, o.owns, d.roles
       from auth.users u
       left join public.profiles p on p.user_id = u.id
       cross join lateral (select exists (select from public.designations where owner_id = u.id) as owns) o
       cross join lateral (
         select string_agg(role || ' of ' || owner_name ||
                           case when accepted_at is null then ' (invited)' else '' end, ', ' order by id) as roles,
                min(owner_id::text) as household
           from public.designations where person_email = u.email and revoked_at is null) d
      where u.email = any($1)
      order by coalesce(case when o.owns then u.id::text end, d.household), o.owns desc, u.email`,
    [addresses],
  )
  return rows.map(({ email, name, owns, roles }) => ({
    email: String(email),
    who: [name, owns ? 'owner of a plan' : null, roles].filter(Boolean).join(', '),
  }))
}
