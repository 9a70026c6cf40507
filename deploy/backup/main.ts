// npm run backup -- --to FOLDER [--keep-days 30]
// npm run restore -- --from FOLDER/TIME
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { backUp, deleteOldBackups } from './backup.ts'
import { connect } from './database.ts'
import { restore } from './restore.ts'

const usage = `
  npm run backup -- --to FOLDER [--keep-days 30]   copies database and files into a new folder in FOLDER
  npm run restore -- --from FOLDER/TIME            brings such a copy into an empty project

They need in the environment: SUPABASE_URL, SUPABASE_SECRET_KEY, and DATABASE_URL (Dashboard, Connect: the direct
connection or the session pooler, not the transaction pooler). docs/operating.md says more.`

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set.\n${usage}`)
  return value
}

async function main() {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, from: { type: 'string' }, 'keep-days': { type: 'string' } },
  })
  const [task] = positionals
  const days = options['keep-days'] === undefined ? undefined : Number(options['keep-days'])
  if (days !== undefined && !(days >= 1)) throw new Error('--keep-days takes a number of days, 1 or more.')
  // Node 20 has no WebSocket of its own, and supabase-js makes no client without one, although none is opened here.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  const { storage } = createClient(setting('SUPABASE_URL'), setting('SUPABASE_SECRET_KEY'))
  const database = await connect(setting('DATABASE_URL'))
  try {
    if (task === 'backup' && options.to) {
      const own = await backUp(database, storage, options.to, console.log)
      if (days !== undefined) console.log(`${await deleteOldBackups(options.to, days)} old backups deleted`)
      console.log(`Everything is in ${own}. It holds all that people entrusted to you, unencrypted.`)
    } else if (task === 'restore' && options.from) {
      await restore(database, storage, options.from, console.log)
      console.log('Restored. Everyone signs in again with a new code.')
    } else throw new Error(usage)
  } finally {
    await database.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
