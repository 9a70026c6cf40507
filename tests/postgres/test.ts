/**
 * `npm run test:postgres`: runs tests/policies on real Postgres and PostgREST, which are stricter than the embedded stack
 * and run two transactions at once. Arguments, such as files to run instead, go to vitest.
 */
import { spawn } from 'node:child_process'
import { startPostgresStack } from './stack.ts'

const stack = await startPostgresStack()
try {
  const given = process.argv.slice(2)
  const child = spawn(
    'npx',
    ['vitest', 'run', '--project', 'stack', ...(given.length ? given : ['tests/policies'])],
    { stdio: 'inherit', env: { ...process.env, ...stack.environment } },
  )
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
} finally {
  await stack.stop()
}
