// Runs tests against mutants, on Postgres and PostgREST, which take a tenth of the embedded stack's time. All trials of a
// run share the workers of one vitest and their databases, because starting these takes far longer than most trials.
import { fileURLToPath } from 'node:url'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { readEmptying } from '../postgres/emptying.ts'
import { connectAsOwner, type Sql } from '../postgres/owner-sql.ts'
import { startPostgresStack } from '../postgres/stack.ts'
import type { Mutant } from './catalogue.ts'
import { trialPath } from './trial-number.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** By number of the trial; a trial of the rules as they are has none. */
    mutants: Record<number, Pick<Mutant, 'apply' | 'undo'>>
  }
  interface TaskMeta {
    /** Why a trial says nothing about its mutant. */
    trouble?: string
    /** The rules are as they were before the trial. */
    isRestored?: true
  }
}

/** Tests of one file, as a regular expression of their full names; all of them without it. */
export interface Tests {
  /** Relative to tests/. */
  file: string
  named?: string
}

/** A test that failed; without a name when a whole file did. */
export interface Failure {
  file: string
  test: string | undefined
}

interface Trial {
  /** null: the tests must pass with the rules as they are. */
  mutant: Mutant | null
  tests: Tests
}

interface Outcome {
  trial: Trial
  /** The test that failed first; null if none did. */
  failed: Failure | null
  trouble: string | undefined
  /** Whether a test was there to be tried. */
  hasRun: boolean
  /** Whether its rule may not be back in the database. */
  isSpoiled: boolean
}

export interface Laboratory {
  sql: Sql
  run(trials: Trial[]): Promise<Outcome[]>
  close(): Promise<void>
}

const folder = fileURLToPath(new URL('../', import.meta.url))

/**
 * A laboratory that gets new databases once a trial did not put its rule back, such as one whose worker did not end: what
 * runs after it would say nothing.
 * @param workers how many trials run at the same time, each on a database of its own
 */
export async function openLaboratory(workers: number): Promise<Laboratory> {
  let room = await openRoom(workers)
  const run = async (trials: Trial[]): Promise<Outcome[]> => {
    const outcomes = await room.run(trials)
    if (!outcomes.some(({ isSpoiled }) => isSpoiled)) return outcomes
    await room.close()
    room = await openRoom(workers)
    if (trials.length === 1)
      return outcomes.map((outcome) => ({ ...outcome, trouble: outcome.trouble ?? 'did not end' }))
    const half = Math.ceil(trials.length / 2)
    return [...(await run(trials.slice(0, half))), ...(await run(trials.slice(half)))]
  }
  return { run, sql: (text) => room.sql(text), close: () => room.close() }
}

async function openRoom(workers: number): Promise<Laboratory> {
  const stacks = await Promise.all(Array.from({ length: workers }, () => startPostgresStack()))
  const environments = stacks.map(({ environment }) => environment)
  const { sql, end } = await connectAsOwner(environments[0]?.SUPERUSER_DATABASE_URL)
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: fileURLToPath(new URL('../../', import.meta.url)),
      include: ['tests/{policies,storage}/**/*.test.ts'],
      setupFiles: [fileURLToPath(new URL('trial.ts', import.meta.url))],
      // The worker and its modules stay; only the test file is loaded again.
      isolate: false,
      maxWorkers: workers,
      watch: false,
      reporters: [{}],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
    // Tests read lists of the app.
    { resolve: { alias: { '@': fileURLToPath(new URL('../../src', import.meta.url)) } } },
  )
  vitest.provide('stacks', environments)
  vitest.provide('emptying', await readEmptying(environments[0]?.SUPERUSER_DATABASE_URL))
  return {
    sql,
    run: (trials) => run(vitest, trials),
    close: async () => {
      await vitest.close()
      await end()
      await Promise.all(stacks.map(({ stop }) => stop()))
    },
  }
}

async function run(vitest: Vitest, trials: Trial[]): Promise<Outcome[]> {
  if (trials.length === 0) return []
  const entries = trials.flatMap(({ mutant }, n) =>
    mutant ? [[n, { apply: mutant.apply, undo: mutant.undo }]] : [],
  )
  vitest.provide('mutants', Object.fromEntries(entries))
  const project = vitest.getRootProject()
  const paths = trials.map(({ tests: { file } }, n) => trialPath(folder + file, n))
  const specifications = trials.map(({ tests: { named } }, n) =>
    project.createSpecification(
      paths[n] ?? '',
      named === undefined ? {} : { testNamePattern: new RegExp(named) },
    ),
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // A connection with an open transaction, which trial.ts ended: it says so (57P01), or breaks off.
  const ended = (error: unknown) =>
    Object(error).code === '57P01' || Object(error).message === 'Connection terminated unexpectedly'
  const unexpected = unhandledErrors.find((error) => !ended(error))
  if (unexpected) throw unexpected
  // By path: with what ran, vitest returns what it remembers of earlier runs.
  const modules = new Map(testModules.map((module) => [module.moduleId, module]))
  const outcomes = trials.map((trial, n): Outcome => {
    const module = modules.get(paths[n] ?? '')
    if (!module) throw new Error(`${trial.tests.file} was not run`)
    return { trial, ...verdict(module, trial.tests.file) }
  })
  vitest.state.clearFiles(project, paths)
  return outcomes
}

function verdict(module: TestModule, file: string): Omit<Outcome, 'trial'> {
  const { trouble, isRestored } = module.meta()
  // What prepares a group of tests may fail, which leaves them out. Where no test runs, the rule was not touched.
  const hasRun =
    module.state() === 'failed' ||
    [...module.children.allTests()].some((test) => test.result().state !== 'skipped')
  const hasEnded = ['passed', 'failed', 'skipped'].includes(module.state())
  const isSpoiled = !hasEnded || (hasRun && !isRestored)
  if (module.state() !== 'failed') return { failed: null, trouble, hasRun, isSpoiled }
  const [test] = module.children.allTests('failed')
  // If what prepares a group of tests fails, none of them runs.
  const suite = [...module.children.allSuites()].find((suite) => suite.errors().length > 0)
  const [prepared] = suite?.children.allTests() ?? []
  const name = (test ?? prepared)?.fullName.replaceAll(' > ', ' ')
  const [error] = module.errors()
  return {
    failed: { file, test: name },
    trouble: trouble ?? (module.children.size === 0 ? error?.message : undefined),
    hasRun,
    isSpoiled,
  }
}
