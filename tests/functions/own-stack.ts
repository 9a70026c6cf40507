// Imported before anything that reads the stack's address. `housekeeping` works off whatever is due in the whole
// database, so it needs a stack without what earlier tests left in the outbox. A stack that the environment names is
// used as it is.
import { afterAll } from 'vitest'
import { startTestStack } from '../test-stack.ts'

if (process.env.SQL_URL) {
  const { environment, stop } = await startTestStack()
  Object.assign(process.env, environment)
  afterAll(stop)
}
