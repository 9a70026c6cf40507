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
}

export interface Laboratory {
  sql: Sql
  run(trials: Trial[]): Promise<Outcome[]>
  close(): Promise<void>
}

const folder = fileURLToPath(new URL('../', import.meta.url))

/** @param workers how many trials run at the same time, each on a database of its own */
export async function openLaboratory(workers: number): Promise<Laboratory> {
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
  if (unhandledErrors.length > 0) throw unhandledErrors[0]
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
  const { trouble } = module.meta()
  if (module.state() !== 'failed') return { failed: null, trouble }
  const [test] = module.children.allTests('failed')
  // If what prepares a group of tests fails, none of them runs.
  const suite = [...module.children.allSuites()].find((suite) => suite.errors().length > 0)
  const [prepared] = suite?.children.allTests() ?? []
  const name = (test ?? prepared)?.fullName.replaceAll(' > ', ' ')
  const [error] = module.errors()
  return {
    failed: { file, test: name },
    trouble: trouble ?? (module.children.size === 0 ? error?.message : undefined),
  }
}
