// Gives a test file its worker's stack. A worker runs one file at a time, so no file sees another file's people.
// First, because supabase-js warns of Node 20 when it is loaded.
import '../../supabase/local/silenced-console.ts'

import { afterAll, inject, vi } from 'vitest'

Object.assign(process.env, inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1])

// A worker runs many files, as loading the packages anew for each takes a second. Our modules are loaded anew, because
// they keep what they read from the environment, and some files start a stack of their own.
afterAll(() => {
  vi.resetModules()
})
