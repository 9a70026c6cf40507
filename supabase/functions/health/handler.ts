import { z } from 'zod'
import { sqlStateOf } from '../_shared/database.ts'
import { type Handler, HttpError } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import type { Services } from '../_shared/serve.ts'

interface HealthDeps extends Pick<Services, 'rpc'> {
  now?: () => number
}

/** Anyone may ask, as often as they like; the database is asked this often. */
const keptMilliseconds = 30_000

/**
 * For a monitor outside. Says nothing but whether all is well, because anyone may ask; what is not well is in
 * admin.health.
 * @returns the handler; it answers `{well: true}`, or 503 `not_well` when a line of admin.health is not well or the
 *   database does not answer
 */
export function health({ rpc, now = Date.now }: HealthDeps): Handler {
  let asked = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) }
  const ask = () =>
    rpc('is_well', {}, z.boolean()).catch((error) => {
      logFailure('health', { error: nameOf(error), code: sqlStateOf(error) })
      return false
    })
  return async () => {
    // Requests that come meanwhile wait for the same answer.
    if (now() >= asked.at + keptMilliseconds) asked = { at: now(), answer: ask() }
    if (!(await asked.answer)) throw new HttpError(503, 'not_well', 'Look at admin.health in the database.')
    return { well: true }
  }
}
