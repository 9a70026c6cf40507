// Reads and writes whole tables as JSON, one row a line, so that a backup needs no program but Node.
import pg from 'pg'

/** Rows of a database, as the role postgres. */
export interface Database {
  query<T>(text: string, params?: unknown[]): Promise<T[]>
  /** The first column of a query, in pieces, so that a large table never lies in memory whole. */
  pieces(query: string): AsyncIterable<string[]>
  /** Everything that `work` reads is of one moment. */
  snapshot<T>(work: () => Promise<T>): Promise<T>
  /** What `work` writes is kept whole or not at all. No trigger runs: none may write mails or the access history again. */
  withoutTriggers<T>(work: () => Promise<T>): Promise<T>
}

const rowsAtOnce = 1000

/**
 * Connects as the role postgres. Files are copied for hours, and a connection that breaks meanwhile is opened again when
 * it is needed; what breaks within `snapshot` or `withoutTriggers` fails.
 * @param url a connection that keeps its session: the direct one, or the session pooler's
 */
export async function connect(url: string): Promise<Database & { close(): Promise<void> }> {
  let current: Promise<pg.Client> | null = null
  let inTransaction: pg.Client | null = null
  const open = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'heartwood backup',
      keepAlive: true,
    })
    client.on('error', () => {
      current = null
    })
    await client.connect()
    // A backup takes longer than any request may.
    await client.query('set statement_timeout = 0')
    return client
  }
  const connected = async () => {
    if (inTransaction) return inTransaction
    current ??= open().catch((error) => {
      current = null
      throw error
    })
    return current
  }
  await connected()
  const transaction = async <T>(begin: string[], work: () => Promise<T>) => {
    const client = await connected()
    inTransaction = client
    try {
      for (const statement of begin) await client.query(statement)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      inTransaction = null
    }
  }
  return {
    query: async (text, params = []) => (await (await connected()).query(text, params)).rows,
    async *pieces(query) {
      const client = await connected()
      await client.query(`declare pieces no scroll cursor for ${query}`)
      for (;;) {
        const { rows } = await client.query({ text: `fetch ${rowsAtOnce} from pieces`, rowMode: 'array' })
        if (rows.length === 0) break
        yield rows.map(([first]) => String(first))
      }
      await client.query('close pieces')
    },
    snapshot: (work) => transaction(['begin isolation level repeatable read, read only'], work),
    withoutTriggers: (work) => transaction(['begin', "set local session_replication_role = 'replica'"], work),
    close: async () => (await current)?.end(),
  }
}

/** A table of a backup: "public.contacts". */
interface Table {
  name: string
  /** Those that can be written, quoted. */
  columns: string
  key: string
}

/** Sessions and codes end within the hour or with a new sign-in: no one misses them after a restore. */
const shortLived = ['admitted_sessions', 'sign_in_tries', 'email_codes', 'email_change_grants']

/** Every table of ours, and the people of Auth. Storage writes the rows of its files itself. */
export function tablesOf(database: Database): Promise<Table[]> {
  return database.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            (select string_agg(quote_ident(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
               from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
              where i.indrelid = c.oid and i.indisprimary) as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r'
        and (n.nspname in ('public', 'private') and c.relname <> all ($1)
          or n.nspname = 'auth' and c.relname in ('users', 'identities'))
      order by n.nspname, c.relname`,
    [shortLived],
  )
}

/** The rows of a table as lines of JSON, in the order of its key. */
export async function* linesOf(database: Database, { name, key }: Table): AsyncIterable<string> {
  for await (const piece of database.pieces(
    `select to_jsonb(t)::text from only ${name} t order by ${key ?? '1'}`,
  )) {
    yield* piece
  }
}

/** How much of a table is sent at once, in characters. */
const largestInsert = 1_000_000

/** Replaces the rows of a table. To be called without triggers. @returns how many rows were written */
export async function writeRows(
  database: Database,
  { name, columns }: Table,
  lines: AsyncIterable<string>,
): Promise<number> {
  await database.query(`delete from ${name} where true`)
  let batch: string[] = []
  let size = 0
  let written = 0
  const flush = async () => {
    if (batch.length === 0) return
    await database.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [`[${batch.join(',')}]`],
    )
    written += batch.length
    batch = []
    size = 0
  }
  for await (const line of lines) {
    batch.push(line)
    size += line.length
    if (size >= largestInsert) await flush()
  }
  await flush()
  return written
}

/** Lets the numbers of new rows begin after those that were restored. */
export async function advanceSequences(database: Database): Promise<void> {
  const sequences = await database.query<{ table: string; column: string; sequence: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column,
            pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
       from pg_attribute a
       join pg_class c on c.oid = a.attrelid
       join pg_namespace n on n.oid = c.relnamespace
      where a.attidentity <> '' and n.nspname in ('public', 'private') and c.relkind = 'r'`,
  )
  for (const { table, column, sequence } of sequences) {
    await database.query(
      `select setval('${sequence}', coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
    )
  }
}

/** The versions of the migrations that were applied. */
export async function migrationsOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  return rows.map(({ version }) => version)
}
