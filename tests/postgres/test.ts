/**
 * `npm run test:postgres`: runs tests/policies, or the files given as arguments, on real Postgres and PostgREST, which
 * are stricter than the embedded stack.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startDataApi } from './api.ts'
import { startDatabase } from './project.ts'

const database = await startDatabase()
const api = await startDataApi(database.url('authenticator'))
try {
  const files = process.argv.slice(2)
  const child = spawn(
    'npx',
    ['vitest', 'run', '--project', 'stack', ...(files.length ? files : ['tests/policies'])],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ORACLE_URL: api.url,
        ORACLE_ANON_KEY: api.publishableKey,
        ORACLE_SERVICE_KEY: api.secretKey,
        ORACLE_JWT_SECRET: api.jwtSecret,
        ORACLE_DB_URL: database.url('postgres'),
        ORACLE_LIB: fileURLToPath(new URL('people.ts', import.meta.url)),
        AUTH_DB_URL: database.url('supabase_auth_admin'),
      },
    },
  )
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
} finally {
  await api.stop()
  await database.stop()
}
