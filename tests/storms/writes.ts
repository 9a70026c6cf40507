// Every write that the Data API offers, read from the database's catalog: a new table, column or function is among them
// by itself. What values it is given stands in recipes.ts.

import { untyped } from '../policies/answers.ts'
import { anonymous, asAdministrator, type Client, type Person, service } from '../support/people.ts'
import { type Attempt, type Value, valueFor } from './recipes.ts'

type Role = 'anon' | 'authenticated' | 'service_role'

interface Answer {
  error: { code?: string | undefined; message: string } | null
  /** How many rows a change met; null for a function. */
  count: number | null
}

export interface Write {
  /** The table or the function. */
  of: string
  /** Said of it in a failure: "service_guests: update is_withdrawn of all rows". */
  name: string
  role: Role
  /** The arguments of a function, without "p_"; empty for a table. */
  takes: string[]
  send(attempt: Attempt): PromiseLike<Answer>
}

interface Column extends Value {
  canInsert: boolean
  canUpdate: boolean
  isRequired: boolean
}

interface Table {
  name: string
  role: Role
  owner: string | null
  keys: string[]
  canDelete: boolean
  columns: Column[]
}

interface DatabaseFunction {
  name: string
  role: Role
  args: (Value & { isOptional: boolean })[]
}

const labels = (type: string) =>
  `(select coalesce(jsonb_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_enum e where e.enumtypid = ${type})`

const tablesWithWrites = `
  select c.relname as name, r.role,
         (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname in ('owner_id', 'user_id')
           order by a.attname limit 1) as owner,
         (select coalesce(jsonb_agg(a.attname), '[]') from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
           where i.indrelid = c.oid and i.indisprimary) as keys,
         has_table_privilege(r.role, c.oid, 'delete') as "canDelete",
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'name', a.attname, 'type', format_type(a.atttypid, null), 'labels', ${labels('a.atttypid')},
                   'canInsert', has_column_privilege(r.role, c.oid, a.attnum, 'insert'),
                   'canUpdate', has_column_privilege(r.role, c.oid, a.attnum, 'update'),
                   'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '')), '[]')
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c cross join unnest('{anon,authenticated}'::text[]) r (role)
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
     and (has_table_privilege(r.role, c.oid, 'delete') or has_any_column_privilege(r.role, c.oid, 'insert, update'))
   order by 1`

// Stable functions write nothing: Postgres runs them in a transaction that may only read.
const functionsThatWrite = `
  select p.proname as name, r.role,
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'name', p.proargnames[n], 'type', format_type(t, null), 'labels', ${labels('t')},
                   'isOptional', n > p.pronargs - p.pronargdefaults) order by n), '[]')
            from unnest(p.proargtypes::oid[]) with ordinality a (t, n)) as args
    from pg_proc p cross join unnest('{anon,authenticated,service_role}'::text[]) r (role)
   where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prokind = 'f'
     and has_function_privilege(r.role, p.oid, 'execute')
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   order by 1`

/**
 * @returns every write that a visitor, a signed-in person or an edge function can ask the Data API for
 * @throws naming the column or argument whose type no value is known for
 */
export async function everyWrite(): Promise<Write[]> {
  const [tables, functions] = await Promise.all([
    asAdministrator<Table & Record<string, unknown>>(tablesWithWrites),
    asAdministrator<DatabaseFunction & Record<string, unknown>>(functionsThatWrite),
  ])
  return [...tables.flatMap(writesOfTable), ...functions.map(writeOfFunction)]
}

const clientFor = (role: Role, by: Person): Client =>
  role === 'authenticated' ? by.client : role === 'anon' ? anonymous : service

function writesOfTable({ name, role, owner, keys, canDelete, columns }: Table): Write[] {
  if (!owner)
    throw new Error(`no column of public.${name} says whose row it is: whose rows shall a storm change?`)
  const table = (by: Person) => untyped(clientFor(role, by)).from(name)
  const write = (what: string, send: Write['send']): Write => ({
    of: name,
    name: `${name}: ${what}`,
    role,
    takes: [],
    send,
  })
  const counted = { count: 'exact' } as const
  const values = (wanted: Column[], attempt: Attempt) =>
    Object.fromEntries(wanted.map((column) => [column.name, valueFor(name, column, attempt)]))
  // Asked for a row that is not there when the plan has none: the request is the same.
  const oneRow = ({ rowsOf, plan, n }: Attempt) => {
    const rows = rowsOf(name, plan.id)
    return rows[n % Math.max(rows.length, 1)] ?? Object.fromEntries(keys.map((key) => [key, plan.id]))
  }

  const inserted = columns.filter(({ canInsert }) => canInsert)
  const writes = inserted.length
    ? [
        write('insert', (attempt) =>
          table(attempt.by).insert(
            values(
              inserted.filter((column) => column.isRequired || valueFor.knows(name, column)),
              attempt,
            ),
            counted,
          ),
        ),
      ]
    : []
  for (const column of columns.filter(({ canUpdate }) => canUpdate)) {
    writes.push(
      write(`update ${column.name} of all rows`, (attempt) =>
        table(attempt.by)
          .update(values([column], attempt), counted)
          .eq(owner, attempt.plan.id),
      ),
      write(`update ${column.name} of one row`, (attempt) =>
        table(attempt.by)
          .update(values([column], attempt), counted)
          .match(oneRow(attempt)),
      ),
    )
  }
  if (canDelete) {
    writes.push(
      write('delete one row', (attempt) => table(attempt.by).delete(counted).match(oneRow(attempt))),
      write('delete all rows', (attempt) => table(attempt.by).delete(counted).eq(owner, attempt.plan.id)),
    )
  }
  return writes
}

const withoutPrefix = (argument: string) => argument.replace(/^p_/, '')

function writeOfFunction({ name, role, args }: DatabaseFunction): Write {
  return {
    of: name,
    name: `${name}()`,
    role,
    takes: args.map((arg) => withoutPrefix(arg.name)),
    send: (attempt) => {
      const sent = args.flatMap((arg) => {
        const value = { ...arg, name: withoutPrefix(arg.name) }
        return arg.isOptional && !valueFor.knows(name, value)
          ? []
          : [[arg.name, valueFor(name, value, attempt)]]
      })
      return untyped(clientFor(role, attempt.by)).rpc(name, Object.fromEntries(sent))
    },
  }
}
