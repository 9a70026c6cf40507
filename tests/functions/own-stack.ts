// Starts a stack for one test file. Housekeeping processes everything that is due in the whole database, so it would
// disturb tests that look into the outbox of a shared stack. Import this before anything that reads the stack's address.
// A stack that the environment names is used as it is.
import { afterAll } from 'vitest'
import { startTestStack } from '../support/test-stack.ts'

if (process.env.SQL_URL) {
  const { environment, stop } = await startTestStack()
  Object.assign(process.env, environment)
  afterAll(stop)
}
