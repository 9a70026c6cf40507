import pg from 'pg'

/** Runs a statement. @returns its rows */
export type Sql = <T extends object>(text: string) => Promise<T[]>

/**
 * Runs SQL as a role that may change every rule, over one connection.
 * @param databaseUrl of that role
 */
export async function connectAsOwner(databaseUrl = ''): Promise<{ sql: Sql; end(): Promise<void> }> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return { sql: async (text) => (await client.query(text)).rows, end: () => client.end() }
}
