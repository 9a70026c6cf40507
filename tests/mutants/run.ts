// Weakens the rules of the database one by one, and runs the tests of the policies and of Storage against each such
// mutant: a mutant that no test notices shows a rule that no one tests. CONTRIBUTING.md says when to run it.
//
//   npm run test:mutants                       every mutant
//   npm run test:mutants -- --sample 20        as many, other ones every day
//   npm run test:mutants -- --only designations    those whose name contains the text, accepted ones too
//   npm run test:mutants -- --new              those that no known test kills
//
// --quick tries only the tests that seem relevant; --in policies/people.test.ts only those of that file.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { hasPostgres, hasPostgrest } from '../postgres/server.ts'
import { accepted } from './accepted.ts'
import { type Mutant, readFunctions, readMutants } from './catalogue.ts'
import {
  type Killer,
  killerOf,
  type Rule,
  shortId,
  testFiles,
  testsByRelevance,
  testsOf,
} from './relevance.ts'
import { openLaboratory, type Tests } from './trials.ts'

/**
 * For each test file and test: the mutants that it kills, so that the next run tries these first. All have short ids, so
 * that the file is small, and no title has to be changed there too: a test with a new title is looked for in its file.
 */
type KillersFile = Record<string, Record<string, string>>

/** In the place of a test's id where a test fails only after others of its file. */
const wholeFile = 'whole file'

interface Attempt {
  mutant: Mutant
  tests: Tests
}

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
    in: { type: 'string' },
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
  const killers = readKillers(all)
  const known = new Map([...killers].map(([name, killer]) => [name, testsOf(killer)]))
  const chosen = choose(all, known)
  const rules = [...all, ...(await readFunctions(laboratory.sql))]
  const { killed, survivors, troubles } = await hunt(chosen, all, rules, known, (killed) => {
    if (!options.sample) writeKillers(new Map([...killers, ...killed]))
  })

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

function choose(all: Mutant[], known: Map<string, Tests>): Mutant[] {
  const { only, sample } = options
  if (options.new) all = all.filter(({ name }) => !known.has(name))
  if (only !== undefined) return all.filter(({ name }) => name.includes(only))
  if (sample === undefined) return all.filter(({ name }) => !(name in accepted))
  // Of those that a known test kills, as others take too long.
  const isQuick = ({ name }: Mutant) => !(name in accepted) && known.get(name)?.named !== undefined
  const today = new Date().toISOString().slice(0, 10)
  const rank = ({ name }: Mutant) => shortId(`${today} ${name}`)
  const chosen = all
    .filter(isQuick)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, Number(sample))
  if (chosen.length < Number(sample))
    throw new Error('Too few tests of killers.json have their titles: run npm run test:mutants')
  console.log([`The mutants of ${today}:`, ...chosen.map(({ name }) => name)].join('\n  '))
  return chosen
}

/** What became of the mutants: by name, the test that killed each, and why others could not be tried. */
interface Hunt {
  killed: Map<string, Killer>
  survivors: string[]
  troubles: Map<string, string>
}

/**
 * Tries each mutant on the test that killed it the last time; then on the tests that kill others of the same table or
 * function; then on those that seem relevant. What is left is tried on whole files, many mutants at once: on those that
 * name it most, and then on all others, so that what survives is killed by no test.
 * @param known the tests that killed mutants the last time
 * @param report is told now and then which were killed
 */
async function hunt(
  mutants: Mutant[],
  all: Mutant[],
  rules: Rule[],
  known: Map<string, Tests>,
  report: (killed: Map<string, Killer>) => void,
): Promise<Hunt> {
  const { run } = laboratory
  const killed = new Map<string, Killer>()
  const troubles = new Map<string, string>()
  const tried = new Map(mutants.map(({ name }) => [name, new Set<string>()]))
  const sound = new Map<string, boolean>()

  /** Tests that fail without a mutant too say nothing: they need an earlier one of their file, or what is not here. */
  const checkSound = async (tests: Tests[]) => {
    const unknown = new Map(tests.map((one) => [key(one), one] as const).filter(([name]) => !sound.has(name)))
    for (const { trial, failed } of await run(
      [...unknown.values()].map((tests) => ({ mutant: null, tests })),
    ))
      sound.set(key(trial.tests), !failed)
  }

  const round = async (trials: Attempt[]) => {
    for (let n = 0; n < trials.length; n += batch) await runBatch(trials.slice(n, n + batch))
  }

  /** @returns the trials that failed because of their mutant, with the test that failed first */
  const attempt = async (trials: Attempt[]) => {
    const outcomes = await run(trials)
    for (const { trial, hasRun } of outcomes) {
      // Not every table has a line among those of who may do what.
      const ofKind = trial.mutant && !isPolicy(trial.mutant) && testsOfKind(trial.mutant)
      if (ofKind && key(ofKind) === key(trial.tests) && !hasRun)
        throw new Error(`no test of ${trial.tests.file} is named ${trial.tests.named}`)
    }
    for (const { trial, trouble } of outcomes)
      if (trial.mutant && trouble && !killed.has(trial.mutant.name)) troubles.set(trial.mutant.name, trouble)
    await checkSound(outcomes.flatMap(({ trial, failed }) => (failed ? [trial.tests] : [])))
    return outcomes.flatMap(({ trial: { mutant, tests }, failed, trouble }) =>
      mutant && failed && !trouble && sound.get(key(tests))
        ? [{ mutant, tests, killer: killerOf(failed) }]
        : [],
    )
  }

  const runBatch = async (trials: Attempt[]) => {
    for (const { mutant, tests } of trials) tried.get(mutant.name)?.add(key(tests))
    const kills = await attempt(trials)
    // For a policy, the tests of its kind come first the next time, too.
    const isExact = ({ mutant, tests, killer }: (typeof kills)[number]) =>
      [testsOf(killer), isPolicy(mutant) && testsOfKind(mutant)].some((one) => one && key(one) === key(tests))
    for (const kill of kills)
      killed.set(kill.mutant.name, isExact(kill) ? kill.killer : { ...kill.killer, id: null })
    // One that failed among others of its file may have needed them.
    const unsure = options.sample ? [] : kills.filter((kill) => !isExact(kill) && kill.killer.id)
    const alone = await attempt(unsure.map(({ mutant, killer }) => ({ mutant, tests: testsOf(killer) })))
    for (const { mutant, killer } of alone) killed.set(mutant.name, killer)
    report(killed)
    console.log(`${killed.size} of ${mutants.length} killed; ${Math.round((Date.now() - began) / 1000)} s`)
  }

  const isLeft = ({ name }: Mutant) => !killed.has(name) && !troubles.has(name)
  const nextOf = (mutant: Mutant, tests: Tests[]) =>
    tests.find((test) => !tried.get(mutant.name)?.has(key(test)))

  const held = () =>
    new Map([...known, ...[...killed].map(([name, killer]) => [name, testsOf(killer)] as const)])

  await round(
    mutants.flatMap((mutant) => {
      const [tests] = firstTries(mutant, known)
      return tests ? [{ mutant, tests }] : []
    }),
  )
  const { in: file } = options
  if (file !== undefined) {
    await round(mutants.filter(isLeft).map((mutant) => ({ mutant, tests: { file } })))
    return { killed, survivors: mutants.filter(isLeft).map(({ name }) => name), troubles }
  }
  for (;;) {
    const leaders = new Set<string>()
    const later: Attempt[] = []
    const trials = mutants.filter(isLeft).flatMap((mutant) => {
      const related = nextOf(mutant, [...firstTries(mutant, known), ...relatedTests(mutant, all, held())])
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
  const likely = new Map(mutants.filter(isLeft).map((mutant) => [mutant.name, filesFor(mutant, rules)]))
  // To search all files for a mutant of the sample would take many minutes of every `npm test`.
  for (const isLikely of options.quick || options.sample ? [] : [true, false]) {
    for (const file of testFiles) {
      const left = mutants.filter(
        (mutant) => isLeft(mutant) && likely.get(mutant.name)?.has(file) === isLikely,
      )
      let groups = groupsOf(left)
      while (groups.length > 0) {
        const outcomes = await run(groups.map((group) => ({ mutant: together(group), tests: { file } })))
        const failed = groups.filter((_, n) => outcomes[n]?.failed || outcomes[n]?.trouble)
        await checkSound(failed.length > 0 ? [{ file }] : [])
        if (sound.get(key({ file })) === false) break
        // A file that passes kills none of the group. One that fails is tried again on each half.
        groups = failed.flatMap((group) => (group.length > 1 ? halves(group) : []))
        const alone = failed.flatMap((group) => (group.length === 1 ? group : []))
        await round(alone.map((mutant) => ({ mutant, tests: { file } })))
      }
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
 * The test that killed the mutant the last time, and those for mutants of its kind, which come first for policies: the
 * test with all the tables of who may do what is long. Then the whole file of the first, as it may need what ran before.
 */
function firstTries(mutant: Mutant, known: Map<string, Tests>): Tests[] {
  const last = known.get(mutant.name)
  const ofKind = testsOfKind(mutant)
  const tries = isPolicy(mutant) ? [ofKind, last] : [last, ofKind]
  return [...tries, last && { file: last.file }].filter((tests) => tests !== undefined)
}

function isPolicy({ name }: Mutant): boolean {
  return name.startsWith('policy ')
}

/**
 * The tables of who may do what are for policies; the tests of the catalog for rights too many, and for keys; impossible
 * rows for the other constraints.
 */
function testsOfKind(mutant: Mutant): Tests | undefined {
  const { name, about } = mutant
  if (/^(grant|table) |^constraint \w+_[pf]key /.test(name))
    return { file: 'policies/surface.test.ts', named: 'the database catalog' }
  if (name.startsWith('constraint ')) return { file: 'policies/impossible-rows.test.ts' }
  if (!isPolicy(mutant)) return undefined
  const isOfFiles = about === 'objects'
  return {
    file: `policies/who-may-do-what${isOfFiles ? '-to-files' : ''}.test.ts`,
    named: `^while the plan is (open|waiting) .*to ${isOfFiles ? '' : `'${about}' `}.*are exactly those of the rules$`,
  }
}

/** The tests that killed other mutants of the same table or function, those that killed most first. */
function relatedTests({ about }: Mutant, mutants: Mutant[], held: Map<string, Tests>): Tests[] {
  const count = new Map<string, { tests: Tests; kills: number }>()
  for (const mutant of mutants) {
    const tests = mutant.about === about && held.get(mutant.name)
    if (!tests) continue
    const kills = (count.get(key(tests))?.kills ?? 0) + 1
    count.set(key(tests), { tests, kills })
  }
  return [...count.values()]
    .sort((a, b) => b.kills - a.kills)
    .slice(0, choices.related)
    .map(({ tests }) => tests)
}

/** What killed each mutant the last time, by its name. */
function readKillers(all: Mutant[]): Map<string, Killer> {
  const killers: KillersFile = JSON.parse(readFileSync(killersFile, 'utf8'))
  const byMutant = new Map(
    Object.entries(killers).flatMap(([file, tests]) =>
      Object.entries(tests).flatMap(([id, mutants]) =>
        mutants.split(' ').map((mutant) => [mutant, { file, id: id === wholeFile ? null : id }] as const),
      ),
    ),
  )
  return new Map(
    all.flatMap(({ name }) => {
      const killer = byMutant.get(shortId(name))
      return killer ? [[name, killer]] : []
    }),
  )
}

/** Writes a line for each file, in an order that depends on nothing else. */
function writeKillers(killers: Map<string, Killer>) {
  const files = new Map<string, Map<string, string[]>>()
  for (const [name, { file, id }] of killers) {
    if (name.startsWith('grant ')) continue
    const tests = files.get(file) ?? new Map<string, string[]>()
    files.set(file, tests.set(id ?? wholeFile, [...(tests.get(id ?? wholeFile) ?? []), shortId(name)]))
  }
  const lines = [...files].map(([file, tests]) => {
    const mutants = [...tests].map(([id, ids]) => [id, ids.sort().join(' ')])
    return `  "${file}": ${JSON.stringify(Object.fromEntries(mutants.sort()))}`
  })
  writeFileSync(killersFile, `{\n${lines.sort().join(',\n')}\n}\n`)
}

function key({ file, named }: Tests): string {
  return `${file} ${named ?? ''}`
}
