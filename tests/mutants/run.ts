// Weakens the rules of the database one by one, and runs the tests of the policies and of Storage against each such
// mutant: a mutant that no test notices shows a rule that no one tests. CONTRIBUTING.md says when to run it.
//
//   npm run test:mutants                       every mutant
//   npm run test:mutants -- --sample 20        as many, other ones every day
//   npm run test:mutants -- --only designations    those whose name contains the text, accepted ones too
//   npm run test:mutants -- --new              those that no known test kills
//
// --quick tries only the tests that seem relevant.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { hasPostgres, hasPostgrest } from '../postgres/server.ts'
import { accepted } from './accepted.ts'
import { type Mutant, readFunctions, readMutants } from './catalogue.ts'
import { type Rule, testFiles, testsByRelevance } from './relevance.ts'
import { exactly, type Failure, type Laboratory, openLaboratory, type Tests } from './trials.ts'

/** For each test file and test: the mutants that it kills. Written by a full run, so that the next one tries these first. */
type Killers = Record<string, Record<string, string[]>>

/** In the place of a test's name where a test fails only after others of its file. */
const wholeFile = 'the whole file'

/** How many trials run before the killers are written and the progress is told. */
const batch = 60

/** How many tests are tried on a mutant alone before whole files are tried on many mutants at once; and how many files. */
const choices = { related: 6, relevant: 3, files: 6 }

/** How many mutants are at most tried at once. */
const groupSize = 24

const killersFile = new URL('killers.json', import.meta.url)

const { values: options } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string' },
    new: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})

const began = Date.now()
if (!hasPostgres() || !hasPostgrest()) {
  console.log('Mutants are tried on Postgres and PostgREST, which have no package for this platform.')
  process.exit(options.sample === undefined ? 1 : 0)
}

// A second database takes longer to start than a sample to try.
const workers = options.sample === undefined ? Math.min(availableParallelism(), 2) : 1
const laboratory = await openLaboratory(workers)
const survivors = await examine().finally(laboratory.close)
process.exit(survivors === 0 ? 0 : 1)

/** @returns the number of survivors that are not accepted, and of accepted mutants that do not exist */
async function examine(): Promise<number> {
  const all = await readMutants(laboratory.sql)
  const names = new Set(all.map(({ name }) => name))
  const known = new Map([...readKillers()].filter(([name]) => names.has(name)))
  const chosen = choose(all, known)
  const rules = [...all, ...(await readFunctions(laboratory.sql))]
  const { killed, survivors, troubles } = await hunt(chosen, all, rules, known, laboratory)

  const gone = options.only ? [] : Object.keys(accepted).filter((name) => !names.has(name))
  for (const name of survivors) console.log(`✗ survived: ${name}`)
  for (const [name, trouble] of troubles) console.log(`✗ not tried: ${name}\n    ${trouble}`)
  for (const name of gone) console.log(`✗ accepted, but there is no such mutant: ${name}`)
  const failed = survivors.length + troubles.size + gone.length
  console.log(
    `${chosen.length} of ${all.length} mutants: ${killed.size} killed, ${survivors.length} survived, ` +
      `${Object.keys(accepted).length} accepted; ${Math.round((Date.now() - began) / 1000)} s`,
  )
  return failed
}

function choose(all: Mutant[], known: Map<string, Failure>): Mutant[] {
  const { only, sample } = options
  if (options.new) all = all.filter(({ name }) => !known.has(name))
  if (only !== undefined) return all.filter(({ name }) => name.includes(only))
  if (sample === undefined) return all.filter(({ name }) => !(name in accepted))
  // Of those that a known test of the policies kills, as others take too long.
  const today = new Date().toISOString().slice(0, 10)
  const rank = (name: string) => createHash('sha256').update(`${today} ${name}`).digest('hex')
  const quick = [...known].filter(([, { test }]) => test !== undefined)
  const names = quick
    .map(([name]) => name)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, Number(sample))
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
 * function; then on those that seem relevant. What is left is tried on the files that name it most, many mutants at once.
 */
async function hunt(
  mutants: Mutant[],
  all: Mutant[],
  rules: Rule[],
  known: Map<string, Failure>,
  { run }: Laboratory,
): Promise<Hunt> {
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
    const failures = outcomes.flatMap(({ trial: { mutant, tests }, failed, trouble }) =>
      mutant && failed && !trouble ? [{ mutant, tests, failed }] : [],
    )
    await checkAlone(failures.map(({ failed }) => failed))
    const single = failures.filter(({ failed }) => sound.get(key(testsOf(failed))))
    const wasAlone = ({ tests, failed }: (typeof failures)[number]) => key(tests) === key(testsOf(failed))
    // One that was tried with others of its file may have failed because of them.
    const again = await run(
      single
        .filter((failure) => !wasAlone(failure))
        .map(({ mutant, failed }) => ({ mutant, tests: testsOf(failed) })),
    )
    const killsAlone = new Set([
      ...single.filter(wasAlone).map(({ mutant }) => mutant.name),
      ...again.flatMap(({ trial, failed }) => (failed ? [trial.mutant?.name] : [])),
    ])
    for (const { mutant, tests, failed } of failures) {
      if (killsAlone.has(mutant.name)) killed.set(mutant.name, failed)
      // A whole file fails only because of the mutant.
      else if (tests.named === undefined) killed.set(mutant.name, { file: failed.file, test: undefined })
    }
    for (const { trial, trouble } of outcomes) {
      if (trial.mutant && trouble) troubles.set(trial.mutant.name, trouble)
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
    const leaders = new Set<string>()
    const later: { mutant: Mutant; tests: Tests }[] = []
    const trials = mutants.filter(isLeft).flatMap((mutant) => {
      const related = nextOf(mutant, relatedTests(mutant, all, new Map([...known, ...killed])))
      const tests = related ?? nextOf(mutant, testsByRelevance(mutant, rules).slice(0, choices.relevant))
      if (!tests) return []
      // One of a table or function goes first, as the test that kills it may well kill the others.
      const waits = !related && leaders.has(mutant.about)
      if (!related) leaders.add(mutant.about)
      if (waits) later.push({ mutant, tests })
      return waits ? [] : [{ mutant, tests }]
    })
    // To start the workers for a few trials would take longer than the trials.
    trials.push(...later.slice(0, Math.max(0, batch - trials.length)))
    if (trials.length === 0) break
    await round(trials)
  }
  const files = new Map(mutants.filter(isLeft).map((mutant) => [mutant.name, filesFor(mutant, rules)]))
  for (const file of options.quick ? [] : testFiles) {
    let groups = groupsOf(mutants.filter((mutant) => isLeft(mutant) && files.get(mutant.name)?.has(file)))
    while (groups.length > 0) {
      const outcomes = await run(groups.map((group) => ({ mutant: together(group), tests: { file } })))
      const failed = groups.filter((_, n) => outcomes[n]?.failed || outcomes[n]?.trouble)
      // A file that passes kills none of the group. One that fails is tried again on each half.
      groups = failed.flatMap((group) => (group.length > 1 ? halves(group) : []))
      const alone = failed.flatMap((group) => (group.length === 1 ? group : []))
      await round(alone.map((mutant) => ({ mutant, tests: { file } })))
    }
  }
  return { killed, survivors: mutants.filter(isLeft).map(({ name }) => name), troubles }
}

/** Mutants that can be tried at once: no two of the same policy, function or view. */
function groupsOf(mutants: Mutant[]): Mutant[][] {
  const layers: Mutant[][] = []
  const depths = new Map<string, number>()
  for (const mutant of mutants) {
    const [rule = ''] = mutant.name.split(': ')
    const depth = depths.get(rule) ?? 0
    depths.set(rule, depth + 1)
    layers[depth] = [...(layers[depth] ?? []), mutant]
  }
  return layers.flatMap((layer) => {
    const count = Math.ceil(layer.length / groupSize)
    return Array.from({ length: count }, (_, n) => layer.filter((_, m) => m % count === n))
  })
}

function halves<T>(all: T[]): [T[], T[]] {
  const half = Math.ceil(all.length / 2)
  return [all.slice(0, half), all.slice(half)]
}

/** One mutant of all of them. */
function together(mutants: Mutant[]): Mutant {
  return {
    name: mutants.map(({ name }) => name).join(', '),
    about: '',
    apply: mutants.flatMap(({ apply }) => apply),
    undo: mutants.toReversed().flatMap(({ undo }) => undo),
  }
}

/** Names of the test files that name the mutant's table or function, or what calls it, most often; all where none does. */
function filesFor(mutant: Mutant, rules: Rule[]): Set<string> {
  const files = testsByRelevance(mutant, rules).map(({ file }) => file)
  return new Set(files.length > 0 ? files.slice(0, choices.files) : testFiles)
}

/**
 * The tables of who may do what are for policies; the tests of the catalog for rights too many, and for keys; impossible
 * rows for the other constraints.
 */
function firstTests({ name, about }: Mutant): Tests | undefined {
  if (/^(grant|table) |^constraint \w+_[pf]key /.test(name))
    return { file: 'policies/surface.test.ts', named: '^the database catalog' }
  if (name.startsWith('constraint ')) return { file: 'policies/impossible-rows.test.ts' }
  if (!name.startsWith('policy ')) return undefined
  const isOfFiles = about === 'objects'
  return {
    file: `policies/who-may-do-what${isOfFiles ? '-to-files' : ''}.test.ts`,
    named: `^while the plan is (open|waiting) .*to ${isOfFiles ? '' : `'${about}' `}.*are exactly those of the rules$`,
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
  return [...count.values()]
    .sort((a, b) => b.kills - a.kills)
    .slice(0, choices.related)
    .map(({ tests }) => tests)
}

function readKillers(): Map<string, Failure> {
  const killers: Killers = JSON.parse(readFileSync(killersFile, 'utf8'))
  const entries = Object.entries(killers).flatMap(([file, tests]) =>
    Object.entries(tests).flatMap(([test, names]) =>
      names.map((name): [string, Failure] => [name, { file, test: test === wholeFile ? undefined : test }]),
    ),
  )
  return new Map(entries)
}

function writeKillers(killed: Map<string, Failure>) {
  const killers: Killers = {}
  for (const [name, { file, test }] of [...killed].sort()) {
    if (name.startsWith('grant ')) continue
    const title = test ?? wholeFile
    killers[file] ??= {}
    killers[file][title] ??= []
    killers[file][title].push(name)
  }
  writeFileSync(killersFile, `${JSON.stringify(killers, null, 2)}\n`)
}

function testsOf({ file, test }: Failure): Tests {
  return test === undefined ? { file } : { file, named: exactly(test) }
}

function key({ file, named }: Tests): string {
  return `${file} ${named ?? ''}`
}
