import { z } from 'zod'
import { sqlStateOf } from '../_shared/database.ts'
import { type Handler, HttpError } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import type { Services } from '../_shared/serve.ts'

interface HealthDeps extends Pick<Services, 'rpc' | 'isAnswering'> {
  now?: () => number
}

/** Anyone may ask, as often as they like; the database, Auth and Storage are asked this often. */
const keptMilliseconds = 30_000

/** Where the services say that they work. Without Auth no one can sign in, without Storage no one can open a file. */
const services = { auth: '/auth/v1/health', storage: '/storage/v1/status' }

/**
 * For a monitor outside. Says whether all is well, and which service does not answer, which anyone can find out by asking
 * it. What else is not well is in admin.health alone.
 * @returns the handler; it answers `{well: true}`, or 503 `not_well` with `away`, the services that do not answer (`auth`,
 *   `storage`, `database`); none of them when a line of admin.health is not well
 */
export function health({ rpc, isAnswering, now = Date.now }: HealthDeps): Handler {
  const isWell = () =>
    rpc('is_well', {}, z.boolean()).catch((error) => {
      logFailure('health', { error: nameOf(error), code: sqlStateOf(error) })
      return null
    })
  const ask = async () => {
    const names = Object.entries(services).map(async ([name, path]) =>
      (await isAnswering(path)) ? [] : [name],
    )
    const [well, ...away] = await Promise.all([isWell(), ...names])
    return { well, away: [...away.flat(), ...(well === null ? ['database'] : [])] }
  }
  let asked: { at: number; answer: ReturnType<typeof ask> } | undefined
  return async () => {
    // Requests that come meanwhile wait for the same answer.
    if (!asked || now() >= asked.at + keptMilliseconds) asked = { at: now(), answer: ask() }
    const { well, away } = await asked.answer
    if (well && away.length === 0) return { well }
    const message =
      away.length > 0 ? `No answer: ${away.join(', ')}.` : 'Look at admin.health in the database.'
    throw new HttpError('not_well', message, { details: { away } })
  }
}
