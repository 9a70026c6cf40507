/**
 * `npm run test:postgres`: runs tests/policies on real Postgres and PostgREST, which are stricter than the embedded stack
 * and run two transactions at once. Arguments, such as files to run instead, go to vitest.
 */
import { spawn } from 'node:child_process'
import { startDataApi } from './api.ts'
import { startDatabase } from './project.ts'

const database = await startDatabase()
const api = await startDataApi(database.url('authenticator'))
try {
  const given = process.argv.slice(2)
  const child = spawn(
    'npx',
    ['vitest', 'run', '--project', 'stack', ...(given.length ? given : ['tests/policies'])],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        SUPABASE_URL: api.url,
        SUPABASE_PUBLISHABLE_KEY: api.publishableKey,
        SUPABASE_SECRET_KEY: api.secretKey,
        JWT_SECRET: api.jwtSecret,
        DATABASE_URL: database.url('postgres'),
        AUTH_DATABASE_URL: database.url('supabase_auth_admin'),
      },
    },
  )
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
} finally {
  await api.stop()
  await database.stop()
}
