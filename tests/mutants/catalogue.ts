// Every mutant of the rules, from the database's own catalogue, so that a new table or function is covered at once.
import type { Sql } from '../postgres/owner-sql.ts'
import { edited, weaken } from './conditions.ts'

/** One rule of the database taken away or made weaker. */
export interface Mutant {
  /** Unique, and the same as long as the rule is the same. */
  name: string
  /** The table or function that the rule is about, without its schema. */
  about: string
  /** The statements that weaken the rule, and those that put it back. */
  apply: string[]
  undo: string[]
}

const ours = `'{public,private,admin}'::regnamespace[]`

/** @returns all mutants, in no order that matters */
export async function readMutants(sql: Sql): Promise<Mutant[]> {
  const kinds = [
    ofPolicies,
    ofRowSecurity,
    ofGrants,
    ofConstraints,
    ofIndexes,
    ofTriggers,
    ofFunctions,
    ofViews,
  ]
  const all: Mutant[] = []
  for (const kind of kinds) all.push(...(await kind(sql)))
  // The same words can stand twice in one function.
  const seen = new Map<string, number>()
  return all.map((mutant) => {
    const count = (seen.get(mutant.name) ?? 0) + 1
    seen.set(mutant.name, count)
    return count > 1 ? { ...mutant, name: `${mutant.name} (${count})` } : mutant
  })
}

/** What each function runs, also of those that have no mutants because they decide nothing: they may call those that do. */
export async function readFunctions(sql: Sql): Promise<Pick<Mutant, 'about' | 'undo'>[]> {
  return sql(`
    select proname as about, array[pg_get_functiondef(oid)] as undo
      from pg_proc where pronamespace = any (${ours}) and prokind = 'f'`)
}

async function ofPolicies(sql: Sql): Promise<Mutant[]> {
  const policies = await sql<{
    name: string
    about: string
    target: string
    command: string
    roles: string
    using: string | null
    check: string | null
  }>(`
    select policyname as name, tablename as about, format('%I on %I.%I', policyname, schemaname, tablename) as target,
           cmd as command, array_to_string(roles, ', ') as roles, qual as using, with_check as check
      from pg_policies where schemaname in ('public', 'private') or policyname like 'heartwood%'`)
  return policies.flatMap(({ name, about, target, command, roles, using, check }) => {
    const clauses = [
      { clause: 'using', expression: using },
      { clause: 'with check', expression: check },
    ].flatMap(({ clause, expression }) => (expression ? [{ clause, expression }] : []))
    const create = [
      `create policy ${target} for ${command} to ${roles}`,
      ...clauses.map(({ clause, expression }) => `${clause} (${expression})`),
    ].join(' ')
    return [
      { name: `policy ${name}: dropped`, about, apply: [`drop policy ${target}`], undo: [create] },
      ...clauses.flatMap(({ clause, expression }) => {
        const undo = [`alter policy ${target} ${clause} (${expression})`]
        const changed = (does: string, to: string): Mutant => ({
          name: `policy ${name}: ${clause} ${does}`,
          about,
          apply: [`alter policy ${target} ${clause} (${to})`],
          undo,
        })
        return [
          changed('true', 'true'),
          ...weaken(expression).map((edit) => changed(edit.does, edited(expression, edit))),
        ]
      }),
    ]
  })
}

async function ofRowSecurity(sql: Sql): Promise<Mutant[]> {
  const tables = await sql<{ about: string; target: string }>(`
    select relname as about, format('%I.%I', relnamespace::regnamespace, relname) as target
      from pg_class where relnamespace = any (${ours}) and relkind = 'r' and relrowsecurity`)
  return tables.map(({ about, target }) => ({
    name: `table ${target}: without row level security`,
    about,
    apply: [`alter table ${target} disable row level security`],
    undo: [`alter table ${target} enable row level security`],
  }))
}

/** Rights that no one granted. A role that may write some columns of a table is given the others one by one. */
async function ofGrants(sql: Sql): Promise<Mutant[]> {
  const missing = await sql<{ about: string; privilege: string; target: string; role: string }>(`
    with roles as (select unnest('{anon,authenticated,service_role}'::text[]) as role),
         tables as (select c.oid, c.relname, format('%I.%I', c.relnamespace::regnamespace, c.relname) as target
                      from pg_class c where c.relnamespace = any (${ours}) and c.relkind in ('r', 'v')),
         privileges as (select unnest('{select,insert,update,delete}'::text[]) as privilege)
    select t.relname as about, privilege, t.target, role from tables t, privileges, roles
     where not has_table_privilege(role, t.oid, privilege)
       and not (privilege <> 'delete' and has_any_column_privilege(role, t.oid, privilege))
    union all
    select t.relname, format('%s (%I)', privilege, a.attname), t.target, role
      from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped, privileges, roles
     where privilege <> 'delete' and has_any_column_privilege(role, t.oid, privilege)
       and not has_table_privilege(role, t.oid, privilege)
       and not has_column_privilege(role, t.oid, a.attnum, privilege)
    union all
    select p.proname, 'execute', 'function ' || format('%I.%I(%s)', p.pronamespace::regnamespace, p.proname,
             pg_get_function_identity_arguments(p.oid)), role
      from pg_proc p, roles
     where p.pronamespace = any (${ours}) and p.prokind = 'f' and not has_function_privilege(role, p.oid, 'execute')
    union all
    select nspname, privilege, 'schema ' || nspname, role
      from pg_namespace, unnest('{usage,create}'::text[]) as privilege, roles
     where oid = any (${ours}) and not has_schema_privilege(role, oid, privilege)`)
  return missing.map(({ about, privilege, target, role }) => ({
    name: `grant ${privilege} on ${target} to ${role}`,
    about,
    apply: [`grant ${privilege} on ${target} to ${role}`],
    undo: [`revoke ${privilege} on ${target} from ${role}`],
  }))
}

async function ofConstraints(sql: Sql): Promise<Mutant[]> {
  // Dropping a unique constraint also drops the foreign keys that refer to it.
  const constraints = await sql<{ about: string; name: string; target: string; add: string[] }>(`
    select t.relname as about, c.conname as name, c.conrelid::regclass::text as target,
           array(select format('alter table %I.%I add constraint %I %s', n.nspname, x.relname, d.conname,
                               pg_get_constraintdef(d.oid))
                   from pg_constraint d join pg_class x on x.oid = d.conrelid join pg_namespace n on n.oid = x.relnamespace
                  where d.oid = c.oid or (d.contype = 'f' and d.conindid = c.conindid and c.contype in ('p', 'u'))
                  order by d.oid <> c.oid) as add
      from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.connamespace = any (${ours}) and c.contype in ('c', 'f', 'p', 'u')`)
  return constraints.map(({ about, name, target, add }) => ({
    name: `constraint ${name} of ${target}: dropped`,
    about,
    apply: [`alter table ${target} drop constraint ${name} cascade`],
    undo: add,
  }))
}

/** The unique indexes that no constraint made. */
async function ofIndexes(sql: Sql): Promise<Mutant[]> {
  const indexes = await sql<{ about: string; name: string; create: string }>(`
    select i.indrelid::regclass::text as about, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as create
      from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = any (${ours}) and i.indisunique
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`)
  return indexes.map(({ about, name, create }) => ({
    name: `unique index ${name}: dropped`,
    about,
    apply: [`drop index ${name}`],
    undo: [create],
  }))
}

async function ofTriggers(sql: Sql): Promise<Mutant[]> {
  const triggers = await sql<{ about: string; name: string; target: string; create: string }>(`
    select c.relname as about, t.tgname as name, format('%I.%I', c.relnamespace::regnamespace, c.relname) as target,
           pg_get_triggerdef(t.oid) as create
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and p.pronamespace = any (${ours})`)
  return triggers.map(({ about, name, target, create }) => ({
    name: `trigger ${name} of ${target}: dropped`,
    about,
    apply: [`drop trigger ${name} on ${target}`],
    undo: [create],
  }))
}

/** Each condition in each function, and for functions that say yes or no: always yes, always no. */
async function ofFunctions(sql: Sql): Promise<Mutant[]> {
  const functions = await sql<{
    about: string
    name: string
    definition: string
    body: string
    language: string
    decides: boolean
  }>(`
    select p.proname as about, p.pronamespace::regnamespace || '.' || p.proname
             || case when count(*) over (partition by p.pronamespace, p.proname) > 1
                     then format('(%s)', pg_get_function_identity_arguments(p.oid)) else '' end as name,
           pg_get_functiondef(p.oid) as definition,
           coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body,
           l.lanname as language, p.prorettype = 'boolean'::regtype as decides
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = any (${ours}) and p.prokind = 'f'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  return functions.flatMap(({ about, name, definition, body, language, decides }) => {
    const changed = (does: string, to: string): Mutant => ({
      name: `function ${name}: ${does}`,
      about,
      // A function in place of the text: $ has a meaning in a replacement.
      apply: [definition.replace(body, () => to)],
      undo: [definition],
    })
    const answers = (answer: string) => {
      if (language === 'plpgsql') return `begin return ${answer}; end`
      return body.startsWith('RETURN') ? `return ${answer}` : `select ${answer}`
    }
    return [
      ...weaken(body).map((edit) => changed(edit.does, edited(body, edit))),
      ...(decides ? ['true', 'false'].map((answer) => changed(`always ${answer}`, answers(answer))) : []),
    ]
  })
}

async function ofViews(sql: Sql): Promise<Mutant[]> {
  const views = await sql<{ about: string; target: string; body: string; isInvoker: boolean }>(`
    select relname as about, format('%I.%I', relnamespace::regnamespace, relname) as target,
           pg_get_viewdef(oid) as body, coalesce(reloptions, '{}') @> '{security_invoker=true}' as "isInvoker"
      from pg_class where relnamespace = any (${ours}) and relkind = 'v'`)
  return views.flatMap(({ about, target, body, isInvoker }) => {
    const create = (text: string, invoker: boolean) =>
      `create or replace view ${target} with (security_invoker = ${invoker}) as ${text}`
    const changed = (does: string, to: string): Mutant => ({
      name: `view ${target}: ${does}`,
      about,
      apply: [to],
      undo: [create(body, isInvoker)],
    })
    return [
      ...weaken(body).map((edit) => changed(edit.does, create(edited(body, edit), isInvoker))),
      ...(isInvoker ? [changed('with the rights of its owner', create(body, false))] : []),
    ]
  })
}
