// Imported before anything that reads the stack's address. `housekeeping` works off whatever is due in the whole
// database, so beside tests that look into the outbox it needs a stack of its own. A stack that the environment names
// is used as it is.
import { afterAll } from 'vitest'
import { setup } from '../stack-setup.ts'

if (process.env.SQL_URL) {
  delete process.env.SUPABASE_URL
  const stop = await setup()
  afterAll(async () => stop?.())
}
