// Runs in the worker before each test file of a trial: weakens the rule; afterwards empties the database and puts the
// rule back. See trials.ts.
import { afterAll, beforeAll, beforeEach, inject, type RunnerTestSuite as Suite } from 'vitest'
import { connectAsOwner } from '../postgres/owner-sql.ts'
import { trialNumber } from './trial-number.ts'

// A worker keeps its first database, because the people of the tests stay connected to it.
if (!process.env.SUPABASE_URL) await import('../support/use-stack.ts')
const owner = await connectAsOwner(process.env.SUPERUSER_DATABASE_URL)

async function run(statements: string[]) {
  for (const statement of statements) await owner.sql(statement)
}

// biome-ignore lint/correctness/noEmptyPattern: vitest takes no other first parameter
beforeAll(async ({}, file) => {
  if (!('filepath' in file)) return
  const { apply } = inject('mutants')[trialNumber(file.filepath)] ?? { apply: [] }
  try {
    await run(apply)
  } catch (error) {
    file.meta.trouble = `cannot be applied: ${error}`
    throw error
  }
})

// One failed test kills the mutant: the rest of the file is left out, with what prepares it.
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => skipRest(task.file))
})

function skipRest({ tasks }: Suite) {
  for (const task of tasks) {
    if (!task.result) task.mode = 'skip'
    if (task.type === 'suite') skipRest(task)
  }
}

// biome-ignore lint/correctness/noEmptyPattern: vitest takes no other first parameter
afterAll(async ({}, file) => {
  if (!('filepath' in file)) return
  const { undo } = inject('mutants')[trialNumber(file.filepath)] ?? { undo: [] }
  try {
    // A test that failed between two statements leaves a transaction open, which would hold up what follows for good.
    await owner.sql(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`)
    // Rows that the rule forbids would keep it from coming back.
    await run(inject('emptying'))
    await run(undo)
    file.meta.isRestored = true
  } catch (error) {
    file.meta.trouble ??= `cannot be undone: ${error}`
  } finally {
    await owner.end()
  }
})
