// Changes the pure modules of src in one place after the other, and runs the unit tests that reach the place: a mutant
// that no test notices shows behavior that no test holds. CONTRIBUTING.md says when to run it.
//
//   npm run test:mutants:src                        as many as a release tries, others every day
//   npm run test:mutants:src -- --seed 2026-11-24   the same as on that day
//   npm run test:mutants:src -- --all               every mutant
//   npm run test:mutants:src -- --only lib/dates    those whose name contains the text
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { accepted } from './accepted.ts'
import { type Mutant, readMutants, root, testFiles } from './catalogue.ts'
import { type Entry, FOLDER, killersIn, note, openIn, readJournal } from './journal.ts'
import { bar } from './modules.ts'

/** How long a worker may be busy with one mutant, in milliseconds, until it is taken for an endless loop. */
const LIMIT = 30_000

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    sample: { type: 'string', default: '500' },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  },
})

const began = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'heartwood-mutants-'))
const failed = await examine().finally(() => rmSync(folder, { recursive: true, force: true }))
process.exit(failed === 0 ? 0 : 1)

/** @returns how much failed: the survivors, where they are too many, and accepted mutants that do not exist */
async function examine(): Promise<number> {
  const { mutants, code } = await readMutants()
  const names = new Set(mutants.map(({ name }) => name))
  const gone = Object.keys(accepted).filter((name) => !names.has(name))
  const chosen = choose(mutants.filter(({ name }) => !(name in accepted)))
  console.log(
    `${chosen.length} of ${mutants.length} mutants of src` +
      (options.all || options.only ? '' : `, chosen by the seed ${options.seed}`),
  )
  writeFileSync(join(folder, 'code.json'), JSON.stringify(code))
  writeFileSync(join(folder, 'chosen.json'), JSON.stringify(chosen.map(({ id }) => id)))
  const journal = await tryAll(testFiles())

  const killers = killersIn(journal)
  const reached = new Set(journal.flatMap((entry) => ('begun' in entry ? [entry.begun] : [])))
  const survivors = chosen.filter(({ id }) => !killers.has(id))
  for (const { id, name, place } of survivors) {
    const change = name.slice(name.indexOf(': ') + 2)
    console.log(`survived: ${place}: ${change}${reached.has(id) ? '' : ' (no test reaches it)'}`)
  }
  if (options.all) tellFolders(chosen, killers)
  for (const name of gone) console.log(`✗ accepted, but there is no such mutant: ${name}`)
  const killed = chosen.length - survivors.length
  const share = chosen.length === 0 ? 0 : killed / chosen.length
  console.log(
    `${killed} of ${chosen.length} killed: ${(share * 100).toFixed(1)} %, of which ${bar * 100} % are needed; ` +
      `${Object.keys(accepted).length} accepted; ${Math.round((Date.now() - began) / 1000)} s`,
  )
  const failed = (share < bar ? survivors.length : 0) + gone.length
  console.log(`${killed} passed, ${failed} failed`)
  return killed === 0 ? Math.max(1, failed) : failed
}

function choose(mutants: Mutant[]): Mutant[] {
  const { only, all, sample, seed } = options
  if (all || only) return mutants.filter(({ name }) => name.includes(only))
  const rank = ({ name }: Mutant) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, Number(sample))
    .map(({ mutant }) => mutant)
}

/** Runs these test files until each has tried every mutant that it reaches. @returns what the workers noted */
async function tryAll(files: string[]): Promise<Entry[]> {
  let left = files
  for (;;) {
    const before = readJournal(folder).length
    const output = await runVitest(left)
    const journal = readJournal(folder)
    const broken = journal.flatMap((entry) => ('broken' in entry ? `${entry.file} > ${entry.broken}` : []))
    if (broken.length > 0) throw new Error(`These tests fail without a mutant:\n${broken.join('\n')}`)
    const done = new Set(journal.flatMap((entry) => ('done' in entry ? [entry.file] : [])))
    left = left.filter((file) => !done.has(file))
    if (left.length === 0) return journal
    if (journal.length === before) throw new Error(`Vitest tried nothing:\n${output.slice(-5000)}`)
  }
}

/**
 * Runs Vitest once. A mutant in whose trial a worker ends or hangs is killed: where one hangs, Vitest ends with it, and
 * is to be run again for what is left.
 */
async function runVitest(files: string[]): Promise<string> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', 'tests/mutants/src/vitest.config.ts', ...files],
    { cwd: root, env: { ...process.env, [FOLDER]: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  let hanging: string[] = []
  const watch = setInterval(() => {
    if (hanging.length > 0) return
    hanging = openIn(readJournal(folder)).flatMap(({ file, at }) => (Date.now() - at > LIMIT ? file : []))
    if (hanging.length > 0) child.kill('SIGKILL')
  }, 1000)
  const signal = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve(signal))
  }).finally(() => clearInterval(watch))
  if (signal && hanging.length === 0) throw new Error(`Vitest was ended by ${signal}`)
  for (const { file, id } of openIn(readJournal(folder))) {
    // The worker beside one that hangs was ended with it, and says nothing about its mutant.
    if (hanging.length > 0 && !hanging.includes(file)) note(folder, { file, unsure: id })
    else note(folder, { file, ended: id, killer: hanging.length > 0 ? 'took too long' : 'the worker ended' })
  }
  return output
}

/** Tells the share of each folder. */
function tellFolders(chosen: Mutant[], killers: Map<string, string>) {
  const folders = new Map<string, { all: number; killed: number }>()
  for (const { id, place } of chosen) {
    const counts = folders.get(dirname(place)) ?? { all: 0, killed: 0 }
    folders.set(dirname(place), {
      all: counts.all + 1,
      killed: counts.killed + (killers.has(id) ? 1 : 0),
    })
  }
  for (const [name, { all, killed }] of folders)
    console.log(`${((killed / all) * 100).toFixed(0).padStart(4)} %  ${killed} of ${all}  ${name}`)
}
