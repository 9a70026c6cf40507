/**
 * `npm run bench:backup`: how long the nightly backup of a large project and the thinning out of its backups take, and how
 * much memory. Storage and database are invented and answer at once, so what is measured is the work on this machine.
 *   npm run bench:backup -- [--backups 30] [--files 250000]
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { backUp } from '../../deploy/backup/backup.ts'
import type { Database } from '../../deploy/backup/database.ts'
import type { Storage } from '../../deploy/backup/files.ts'
import { type StoredFile, writeChecksums, writeList, writeManifest } from '../../deploy/backup/manifest.ts'
import { pathOf } from '../../deploy/backup/pool.ts'
import { deleteOldBackups } from '../../deploy/backup/thin-out.ts'

const { values: flags } = parseArgs({
  options: {
    backups: { type: 'string', default: '30' },
    files: { type: 'string', default: '250000' },
    /** For the processes that are measured: what to do, and where. */
    task: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
})
const backups = Number(flags.backups)
const files = Number(flags.files)
/** So many are new each day, and as many are deleted: one in a hundred. */
const daily = Math.ceil(files / 100)
const keptDays = 7
const bars = { seconds: 120, megabytes: 300 }

const bytesOf = (n: number) => `the bytes of file ${n}`
const sumOf = (n: number) => createHash('sha256').update(bytesOf(n)).digest('hex')
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
const fileOf = (n: number): StoredFile => {
  const id = n.toString(16).padStart(8, '0')
  const sum = sumOf(n)
  return {
    bucket: 'documents',
    name: `${id}-${sum.slice(0, 4)}-4${sum.slice(4, 7)}-8${sum.slice(7, 10)}-${sum.slice(10, 22)}/estate/${sum.slice(22, 58)}-will.pdf`,
    version: `${sum.slice(0, 8)}-${sum.slice(8, 12)}-4${sum.slice(12, 15)}-8${sum.slice(15, 18)}-${sum.slice(18, 30)}`,
    owner: `${sum.slice(30, 38)}-${sum.slice(38, 42)}-4${sum.slice(42, 45)}-8${sum.slice(45, 48)}-${sum.slice(48, 60)}`,
    created: '2026-01-01T00:00:00.123456+00:00',
    type: 'application/pdf',
    size: Buffer.byteLength(bytesOf(n)),
  }
}
function* numbersOf(day: number) {
  for (let n = day * daily; n < day * daily + files; n++) yield n
}

async function makeBackup(folder: string, day: number) {
  const own = join(folder, dayOf(day).toISOString().slice(0, 19).replaceAll(':', '-'))
  await mkdir(own)
  const lines = async function* () {
    for (const n of numbersOf(day)) yield JSON.stringify({ ...fileOf(n), sha256: sumOf(n) })
  }
  const head = { files: { ...(await writeList(own, lines())), damaged: 0, missing: 0, gone: 0 } }
  const checksums = await writeChecksums(own, head)
  const made = dayOf(day).toISOString()
  await writeManifest(own, {
    format: 1,
    made,
    migrations: [],
    tables: {},
    ...head,
    checksums,
    tenth: day % 10,
  })
}

async function makePool(folder: string) {
  for (let first = 0; first < 256; first++)
    await mkdir(join(folder, 'files', first.toString(16).padStart(2, '0')), { recursive: true })
  const last = (backups - 1) * daily + files
  for (let n = 0; n < last; n += 100) {
    const some = Array.from({ length: Math.min(100, last - n) }, (_, more) => n + more)
    await Promise.all(some.map((one) => writeFile(pathOf(folder, sumOf(one)), bytesOf(one))))
  }
}

const database: Database = {
  query: async () => [],
  async *pieces() {
    let piece: string[] = []
    for (const n of numbersOf(backups)) {
      if (piece.push(JSON.stringify(fileOf(n))) < 1000) continue
      yield piece
      piece = []
    }
    if (piece.length > 0) yield piece
  },
  snapshot: (work) => work(),
  withoutTriggers: (work) => work(),
}
const storage: Storage = {
  from: (() => ({
    download: (name: string) => ({
      asStream: async () => ({
        data: new Blob([bytesOf(Number.parseInt(name.slice(0, 8), 16))]).stream(),
        error: null,
      }),
    }),
  })) as never,
}

const tasks: Record<string, (folder: string) => Promise<string>> = {
  'thinned out': async (folder) =>
    `${await deleteOldBackups(folder, keptDays, dayOf(backups))} backups deleted`,
  'a night': async (folder) => {
    const { problems } = await backUp(database, storage, folder, () => {}, dayOf(backups))
    return `${problems.length} problems`
  },
}

const task = tasks[flags.task ?? '']
if (task) {
  const start = performance.now()
  const said = await task(flags.folder)
  const seconds = (performance.now() - start) / 1000
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  // On a busy machine the processor's seconds tell more.
  const cpu = `${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of a processor`
  console.log(JSON.stringify({ said: `${said}; ${cpu}`, seconds, megabytes: maxRSS / 1024 }))
} else {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-backup-'))
  try {
    await makePool(folder)
    for (let day = 0; day < backups; day++) await makeBackup(folder, day)
    console.log(`${backups} backups of ${files} files, ${daily} of them new in each`)
    for (const name of Object.keys(tasks)) {
      const args = ['--backups', flags.backups, '--files', flags.files, '--task', name, '--folder', folder]
      const self = fileURLToPath(import.meta.url)
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', self, ...args])
      const { said, seconds, megabytes } = JSON.parse(stdout)
      const isOver = seconds > bars.seconds || megabytes > bars.megabytes
      console.log(
        `${name}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB at most (${said})${isOver ? ' OVER' : ''}`,
      )
      if (isOver) process.exitCode = 1
    }
    const left = (await readdir(folder)).filter((name) => existsSync(join(folder, name, 'manifest.json')))
    console.log(`${left.length} backups left`)
  } finally {
    await rm(folder, { recursive: true })
  }
}
