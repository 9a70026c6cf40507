import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { refuseRealPeople } from '../tests/support/real-people.ts'
import { defaultAppUrl, isStackGiven, startTestStack } from '../tests/support/test-stack.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = 'node_modules/.cache/heartwood-e2e'

/**
 * Starts a stack for the tests, or takes the one that is named, and serves the production build of the app against it.
 * The functions of a stack that is named answer one origin, so the app is served there: at APP_URL, or
 * where README.md has it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await refuseRealPeople(process.env)
  const appUrl = isStackGiven()
    ? process.env.APP_URL || defaultAppUrl
    : `http://127.0.0.1:${await freePort()}`
  process.env.APP_URL = appUrl
  const stack = isStackGiven() ? null : await startTestStack(appUrl)
  Object.assign(process.env, stack?.environment)
  process.env.VITE_SUPABASE_URL = process.env.SUPABASE_URL
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = process.env.SUPABASE_PUBLISHABLE_KEY
  const { asAdministrator, hasSql } = await import('../tests/support/people.ts')
  // The stories show every part; a new installation doesn't offer this one.
  if (hasSql) await asAdministrator('select admin.set_health(true)')
  const config = { root, logLevel: 'warn', build: { outDir, emptyOutDir: true } } as const
  await build(config)
  process.env.BUILD_DIR = join(root, outDir)
  const app = await preview({
    ...config,
    preview: { host: '127.0.0.1', port: Number(new URL(appUrl).port), strictPort: true },
  })
  return async () => {
    await app.close()
    await stack?.stop()
  }
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}
