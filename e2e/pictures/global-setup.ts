import { mkdir, rm } from 'node:fs/promises'
import { isStackGiven } from '../../tests/support/test-stack.ts'
import startApp from '../global-setup.ts'
import { folder, writeIndex } from './folder.ts'
import { fillHouseholds } from './households.ts'

/** Starts the app on a stack of its own and fills it with people. At the end it writes the page with all pictures. */
export default async function setup(): Promise<() => Promise<void>> {
  if (isStackGiven()) throw new Error('Pictures are taken on a stack of their own: unset SUPABASE_URL.')
  const stop = await startApp()
  // Otherwise pictures of screens that are gone would stay.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  process.env.CAST = JSON.stringify(await fillHouseholds())
  return async () => {
    await stop()
    await writeIndex()
  }
}
