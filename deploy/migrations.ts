// The migrations as files, and how to tell whether one has changed since it was applied or released.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folderOfProject = fileURLToPath(new URL('../supabase/migrations', import.meta.url))

/** What a migration says, as a number that changes with every word of it, but not with line ends or indentation. */
export function migrationChecksum(sql: string): string {
  return createHash('sha256')
    .update(sql.replace(/[ \t\r\n;]+/g, ''))
    .digest('hex')
}

/**
 * The same checksum of a migration that was applied, as Postgres computes it: the Supabase CLI keeps its statements
 * without the semicolons between them.
 */
export const appliedChecksums = `select version,
  encode(sha256(convert_to(regexp_replace(array_to_string(statements, ''), '[ \\t\\r\\n;]+', '', 'g'), 'UTF8')), 'hex')
    as checksum
  from supabase_migrations.schema_migrations order by version`

/** The checksums of the migrations by file name, oldest first. @param folder the project's own when left out */
export async function migrationChecksums(folder = folderOfProject): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => /^\d+_.+\.sql$/.test(file)).sort()
  return new Map(
    await Promise.all(
      files.map(
        async (file) => [file, migrationChecksum(await readFile(join(folder, file), 'utf8'))] as const,
      ),
    ),
  )
}

/** The version that the database knows a migration by. */
export const versionOf = (file: string) => file.split('_', 1)[0] ?? ''
