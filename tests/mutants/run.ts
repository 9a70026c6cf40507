// Weakens the rules of the database one by one, and runs the tests of the policies and of Storage against each such
// mutant: a mutant that no test notices shows a rule that nobody tests. CONTRIBUTING.md says when to run it.
//
//   npm run test:mutants                       every mutant
//   npm run test:mutants -- --sample 20        as many, other ones every day
//   npm run test:mutants -- --only designations    those whose name contains the text, accepted ones too
//
// --depth 3 gives a mutant up after that many choices of tests, not counting those that killed others.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { accepted } from './accepted.ts'
import { type Mutant, readMutants } from './catalogue.ts'
import { testsByRelevance } from './relevance.ts'
import { exactly, type Failure, type Laboratory, openLaboratory, type Tests } from './trials.ts'

/** For each test file and test: the mutants that it kills. Written by a full run, so that the next one tries these first. */
type Killers = Record<string, Record<string, string[]>>

/** How many trials run before the killers are written and the progress is told. */
const batch = 100

const killersFile = new URL('killers.json', import.meta.url)

const { values: options } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'string' },
    depth: { type: 'string', default: '99' },
  },
})

const began = Date.now()
const laboratory = await openLaboratory()
const survivors = await examine().finally(laboratory.close)
process.exit(survivors === 0 ? 0 : 1)

/** @returns the number of survivors that are not accepted, and of accepted mutants that do not exist */
async function examine(): Promise<number> {
  const all = await readMutants(laboratory.sql)
  const names = new Set(all.map(({ name }) => name))
  const known = new Map([...readKillers()].filter(([name]) => names.has(name)))
  const chosen = choose(all, known)
  const { killed, survivors, troubles } = await hunt(chosen, known, laboratory)

  const gone = options.only ? [] : Object.keys(accepted).filter((name) => !names.has(name))
  for (const name of survivors) console.log(`✗ survived: ${name}`)
  for (const [name, trouble] of troubles) console.log(`✗ not tried: ${name}\n    ${trouble}`)
  for (const name of gone) console.log(`✗ accepted, but there is no such mutant: ${name}`)
  const failed = survivors.length + troubles.size + gone.length
  console.log(
    `${chosen.length} of ${all.length} mutants: ${killed.size} killed, ${survivors.length} survived, ` +
      `${Object.keys(accepted).length} accepted; ${Math.round((Date.now() - began) / 1000)} s`,
  )
  if (options.report)
    writeFileSync(options.report, JSON.stringify({ passed: killed.size, failed, skipped: 0 }))
  return failed
}

function choose(all: Mutant[], known: Map<string, Failure>): Mutant[] {
  const { only, sample } = options
  if (only !== undefined) return all.filter(({ name }) => name.includes(only))
  if (sample === undefined) return all.filter(({ name }) => !(name in accepted))
  // Of those whose killer is known, as others take too long.
  const today = new Date().toISOString().slice(0, 10)
  const rank = (name: string) => createHash('sha256').update(`${today} ${name}`).digest('hex')
  const names = [...known.keys()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, Number(sample))
  console.log([`The mutants of ${today}:`, ...names].join('\n  '))
  return all.filter(({ name }) => names.includes(name))
}

/** What became of the mutants: by name, the test that killed each, and why others could not be tried. */
interface Hunt {
  killed: Map<string, Failure>
  survivors: string[]
  troubles: Map<string, string>
}

/**
 * Tries each mutant on the test that killed it the last time; then on the tests that kill others of the same table or
 * function; then on those that seem relevant, and at last on all.
 */
async function hunt(mutants: Mutant[], known: Map<string, Failure>, { run }: Laboratory): Promise<Hunt> {
  const killed = new Map<string, Failure>()
  const troubles = new Map<string, string>()
  const tried = new Map(mutants.map(({ name }) => [name, new Set<string>()]))
  const sound = new Map<string, boolean>()

  /** Some tests fail on their own even without a mutant, because they need an earlier one of their file. */
  const checkAlone = async (failures: Failure[]) => {
    const tests = new Map(failures.map((failure) => [key(testsOf(failure)), testsOf(failure)]))
    const unknown = [...tests.values()].filter((one) => one.named !== undefined && !sound.has(key(one)))
    for (const { trial, failed } of await run(unknown.map((tests) => ({ mutant: null, tests })))) {
      sound.set(key(trial.tests), !failed)
    }
  }

  const round = async (trials: { mutant: Mutant; tests: Tests }[]) => {
    for (let n = 0; n < trials.length; n += batch) await runBatch(trials.slice(n, n + batch))
  }

  const runBatch = async (trials: { mutant: Mutant; tests: Tests }[]) => {
    for (const { mutant, tests } of trials) tried.get(mutant.name)?.add(key(tests))
    const outcomes = await run(trials)
    await checkAlone(outcomes.flatMap(({ failed }) => failed ?? []))
    for (const { trial, failed, trouble } of outcomes) {
      if (!trial.mutant) continue
      // A whole file fails only because of the mutant.
      const isKilled = failed && (trial.tests.named === undefined || sound.get(key(testsOf(failed))))
      if (trouble) troubles.set(trial.mutant.name, trouble)
      else if (isKilled) killed.set(trial.mutant.name, failed)
    }
    if (!options.sample) writeKillers(new Map([...known, ...killed]))
    console.log(`${killed.size} of ${mutants.length} killed; ${Math.round((Date.now() - began) / 1000)} s`)
  }

  const isLeft = ({ name }: Mutant) => !killed.has(name) && !troubles.has(name)
  const nextOf = (mutant: Mutant, tests: Tests[]) =>
    tests.find((test) => !tried.get(mutant.name)?.has(key(test)))

  await round(
    mutants.flatMap((mutant) => {
      const killer = known.get(mutant.name)
      const tests = killer ? testsOf(killer) : firstTests(mutant)
      return tests ? [{ mutant, tests }] : []
    }),
  )
  for (;;) {
    const first = new Map<string, { mutant: Mutant; tests: Tests }>()
    const trials = mutants.filter(isLeft).flatMap((mutant) => {
      const related = nextOf(mutant, relatedTests(mutant, mutants, killed))
      if (related) return [{ mutant, tests: related }]
      const relevant = nextOf(mutant, testsByRelevance(mutant, mutants).slice(0, Number(options.depth)))
      // One of a table or function goes first, as the test that kills it may well kill the others.
      if (relevant && !first.has(mutant.about)) first.set(mutant.about, { mutant, tests: relevant })
      return []
    })
    trials.push(...first.values())
    if (trials.length === 0) break
    await round(trials)
  }
  return { killed, survivors: mutants.filter(isLeft).map(({ name }) => name), troubles }
}

/** The tables of who may do what are for policies, and the list of all that clients may reach for rights too many. */
function firstTests({ name, about }: Mutant): Tests | undefined {
  if (/^(grant|table) /.test(name))
    return { file: 'policies/surface.test.ts', named: '^the database catalog' }
  if (!name.startsWith('policy ')) return undefined
  const folder = about === 'objects' ? 'storage' : 'policies'
  const rows = about === 'objects' ? '' : `'${about}' `
  return {
    file: `${folder}/who-may-do-what.test.ts`,
    named: `^while the plan is (open|waiting) .*to ${rows}.*are exactly those of the rules$`,
  }
}

/** The tests that killed other mutants of the same table or function, those that killed most first. */
function relatedTests({ about }: Mutant, mutants: Mutant[], killed: Map<string, Failure>): Tests[] {
  const count = new Map<string, { tests: Tests; kills: number }>()
  for (const mutant of mutants) {
    const failure = mutant.about === about && killed.get(mutant.name)
    if (!failure) continue
    const tests = testsOf(failure)
    const kills = (count.get(key(tests))?.kills ?? 0) + 1
    count.set(key(tests), { tests, kills })
  }
  return [...count.values()].sort((a, b) => b.kills - a.kills).map(({ tests }) => tests)
}

function readKillers(): Map<string, Failure> {
  const killers: Killers = JSON.parse(readFileSync(killersFile, 'utf8'))
  const entries = Object.entries(killers).flatMap(([file, tests]) =>
    Object.entries(tests).flatMap(([test, names]) =>
      names.map((name): [string, Failure] => [name, { file, test }]),
    ),
  )
  return new Map(entries)
}

function writeKillers(killed: Map<string, Failure>) {
  const killers: Killers = {}
  for (const [name, { file, test }] of [...killed].sort()) {
    if (name.startsWith('grant ') || test === undefined) continue
    killers[file] ??= {}
    killers[file][test] ??= []
    killers[file][test].push(name)
  }
  writeFileSync(killersFile, `${JSON.stringify(killers, null, 2)}\n`)
}

function testsOf({ file, test }: Failure): Tests {
  return test === undefined ? { file } : { file, named: exactly(test) }
}

function key({ file, named }: Tests): string {
  return `${file} ${named ?? ''}`
}
