// First, because supabase-js warns of Node 20 when it is loaded.
import '../../supabase/local/silenced-console.ts'

import type { TestProject } from 'vitest/node'
import { readEmptying } from '../postgres/emptying.ts'
import { startPostgresStack } from '../postgres/stack.ts'
import { unseenMail } from '../postgres/unseen-mail.ts'
import { refuseRealPeople } from './real-people.ts'
import { isStackGiven, type StackEnvironment, startTestStack, type TestStack } from './test-stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One stack for each worker; empty when the environment names one stack for all. */
    stacks: StackEnvironment[]
  }
}

/** How a project's stack starts. The others run on the embedded one. */
const starts: Record<string, () => Promise<TestStack>> = {
  postgres: () => startPostgresStack(),
  // Of transactions that wait for each other, Postgres ends the one that notices it first. After the usual second, that is
  // mostly another than the press, which began to wait last, and the fault would show only now and then.
  storms: () => startPostgresStack({ deadlock_timeout: '20ms' }),
}

/**
 * Starts a stack for each worker that has a file to run: the embedded one, or real Postgres and PostgREST for the projects
 * "postgres" and "storms". The environment can name one stack for all instead (SUPABASE_URL), which must not be one that
 * people use. use-stack.ts gives each test file its worker's stack.
 * @throws when there is no package of Postgres for this platform and the project needs it; at the end of a run of all files on
 *   Postgres, when there is mail that none of them caused
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await refuseRealPeople(process.env)
  const files = project.vitest.state.getPaths().length
  const count = isStackGiven() ? 0 : Math.min(project.config.maxWorkers, files)
  const start = starts[project.name] ?? (() => startTestStack())
  const stacks = await Promise.all(Array.from({ length: count }, start))
  project.provide(
    'stacks',
    stacks.map(({ environment }) => environment),
  )
  const [first] = project.name === 'postgres' ? stacks : []
  project.provide('emptying', first ? await readEmptying(first.environment.SUPERUSER_DATABASE_URL) : [])
  const { testFiles } = await project.globTestFiles()
  const isWhole = files === testFiles.length && !project.config.testNamePattern
  return async () => {
    const looksAtMail = project.name === 'postgres' && stacks.length > 0 && isWhole
    const unseen = looksAtMail ? await unseenMail(stacks) : []
    await Promise.all(stacks.map(({ stop }) => stop()))
    if (unseen.length > 0) {
      // Of what is thrown here, Vitest only says so.
      process.exitCode = 1
      throw new Error(`No test of the policies causes this mail: ${unseen.join(', ')}`)
    }
  }
}
