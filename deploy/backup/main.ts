// npm run backup -- --to FOLDER [--keep-days 30]
// npm run backup -- --verify FOLDER
// npm run restore -- --from FOLDER/TIME
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { backUp } from './backup.ts'
import { connect, type Database } from './database.ts'
import { messageOf, type Storage } from './files.ts'
import { withLock } from './lock.ts'
import { restore } from './restore.ts'
import { deleteOldBackups } from './thin-out.ts'
import { verify } from './verify.ts'

const usage = `
  npm run backup -- --to FOLDER [--keep-days 30]   copies database and files into a new folder in FOLDER
  npm run backup -- --verify FOLDER                reads all backups in FOLDER, and says what is damaged or missing
  npm run restore -- --from FOLDER/TIME            brings such a copy into an empty project

All but --verify need in the environment: SUPABASE_URL, SUPABASE_SECRET_KEY, and DATABASE_URL (Dashboard, Connect: the
direct connection or the session pooler, not the transaction pooler). docs/operating.md says more.

They end with 0 when all is well, with 1 when nothing was made, and with 2 when it was done, but something is damaged or
missing and needs your attention.`

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set.\n${usage}`)
  return value
}

async function inProject<T>(work: (database: Database, storage: Storage) => Promise<T>): Promise<T> {
  // Node 20 has no WebSocket of its own, and supabase-js makes no client without one, although none is opened here.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  const { storage } = createClient(setting('SUPABASE_URL'), setting('SUPABASE_SECRET_KEY'))
  const database = await connect(setting('DATABASE_URL'))
  try {
    return await work(database, storage)
  } finally {
    await database.close()
  }
}

/** @returns what needs someone's attention */
async function main(): Promise<string[]> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      verify: { type: 'string' },
      'keep-days': { type: 'string' },
    },
  })
  const [task] = positionals
  const { to, from, verify: folder } = options
  const days = options['keep-days'] === undefined ? undefined : Number(options['keep-days'])
  if (days !== undefined && !(days >= 1)) throw new Error('--keep-days takes a number of days, 1 or more.')
  if (task === 'backup' && folder && !to) {
    const problems = await withLock(folder, () => verify(folder, console.log))
    if (problems.length === 0) console.log('Everything is whole.')
    return problems
  }
  if (task === 'backup' && to && !folder) {
    await mkdir(to, { recursive: true, mode: 0o700 })
    return inProject((database, storage) =>
      withLock(to, async () => {
        const { own, problems } = await backUp(database, storage, to, console.log)
        if (days !== undefined)
          await deleteOldBackups(to, days).then(
            (count) => console.log(`${count} old backups deleted`),
            (error: unknown) => problems.push(messageOf(error)),
          )
        console.log(`The backup is in ${own}. It holds all that people entrusted to you, unencrypted.`)
        return problems
      }),
    )
  }
  if (task === 'restore' && from) {
    const own = resolve(from)
    return inProject((database, storage) =>
      withLock(dirname(own), async () => {
        const problems = await restore(database, storage, own, console.log)
        console.log('Restored. Everyone signs in again with a new code.')
        return problems
      }),
    )
  }
  throw new Error(usage)
}

main().then(
  (problems) => {
    if (problems.length === 0) return
    const counted = problems.length === 1 ? 'One thing needs' : `${problems.length} things need`
    console.error(`${counted} your attention (docs/operating.md, Backup):\n  ${problems.join('\n  ')}`)
    process.exitCode = 2
  },
  (error: unknown) => {
    console.error(messageOf(error))
    process.exitCode = 1
  },
)
