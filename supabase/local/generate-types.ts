/**
 * Writes src/lib/database.types.ts from the migrations (`npm run types`); with `--check`, exits 1 when the file there
 * differs from what it would write.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import './silenced-console.ts'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { createDataDir } from './database/data-dir.ts'
import { readMigrations } from './database/migrations.ts'
import { openDatabase } from './database/open.ts'
import { host, paths } from './settings.ts'
import { messageOf, StackError } from './stack-error.ts'

const target = join(paths.project, 'src/lib/database.types.ts')
const notice = '// Written by `npm run types` from supabase/migrations. Do not edit.\n'

/**
 * Generates the types of schema public from a scratch database with all migrations.
 * @returns the whole file
 * @throws StackError when there are no migrations or one fails
 */
async function generateTypes(): Promise<string> {
  const migrations = await readMigrations()
  if (migrations.length === 0) throw new StackError('There are no migrations in supabase/migrations yet.')
  const scratch = await mkdtemp(join(tmpdir(), 'heartwood-types-'))
  try {
    await createDataDir(join(scratch, 'postgres'), migrations)
    const connection = await openDatabase(join(scratch, 'postgres'))
    const port = await freePort()
    const server = new PGLiteSocketServer({ db: connection.driver, host, port, maxConnections: 10 })
    await server.start()
    try {
      const url = `postgresql://postgres:postgres@${host}:${port}/postgres?sslmode=disable`
      const types = await run('supabase', ['gen', 'types', '--schema', 'public', `--remote=${url}`])
      return await run('biome', ['format', '--stdin-file-path=types.ts'], notice + types)
    } finally {
      await server.stop()
      await connection.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Runs one of the project's own tools. */
function run(tool: string, args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: paths.project, maxBuffer: 64 * 1024 * 1024 }
    const child = execFile(
      join(paths.project, 'node_modules/.bin', tool),
      args,
      options,
      (error, stdout, stderr) => {
        if (error) reject(new StackError(`${tool} ${args[0]} failed: ${stderr.trim() || error.message}`))
        else resolve(stdout)
      },
    )
    child.stdin?.end(input)
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

try {
  const types = await generateTypes()
  if (!process.argv.includes('--check')) {
    await writeFile(target, types)
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== types) {
    throw new StackError(
      'src/lib/database.types.ts does not fit the migrations: run npm run types and commit it.',
    )
  }
  process.exit(0)
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
