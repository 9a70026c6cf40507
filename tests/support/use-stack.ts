// Gives a test file its worker's stack. A worker runs one file at a time, so no file sees another file's people. On Postgres
// each file begins with an empty database: ten thousand mails that one left behind would make the next ones slow.
// First, because supabase-js warns of Node 20 when it is loaded.
import '../../supabase/local/silenced-console.ts'

import { afterAll, inject, vi } from 'vitest'
import { empty } from '../postgres/emptying.ts'

Object.assign(process.env, inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1])

// A worker runs many files, as loading the packages again for each takes a second. Our modules are loaded again, because
// they keep what they read from the environment, and some files start a stack of their own.
afterAll(async () => {
  vi.resetModules()
  const emptying = inject('emptying')
  if (emptying.length > 0) await empty(process.env.SUPERUSER_DATABASE_URL, emptying)
})
