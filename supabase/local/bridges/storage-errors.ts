import { AsyncLocalStorage } from 'node:async_hooks'
import { isRecord, json } from '../http-server.ts'
import { type Bridge, below, type Row, type StackContext } from './bridge.ts'

/** The last error of the database while one request was answered. */
const requests = new AsyncLocalStorage<{ error?: Row }>()

/**
 * Gap: lite answers a file that a trigger refused with words of its own, or with 500.
 * Bridge: answer as hosted: an error 42501 with the message of the trigger, 23505 as a file that exists already.
 */
export function storageErrors({ connection }: StackContext): Bridge {
  const { normalizeDbError } = connection
  connection.normalizeDbError = (error) => {
    const request = requests.getStore()
    if (request && isRecord(error)) request.error = error
    return normalizeDbError(error)
  }
  return async (request, next) => {
    if (below(request, '/storage/v1/object') === null) return next(request)
    const noted: { error?: Row } = {}
    const response = await requests.run(noted, () => next(request))
    return (!response.ok && storageRefusal(noted.error)) || response
  }
}

/** @returns hosted Storage's answer to an error of the database, or null for an error that it does not explain */
export function storageRefusal(error: unknown): Response | null {
  if (!isRecord(error)) return null
  const message = String(error.message)
  if (error.code === '42501') {
    return refuse('403', 'Unauthorized', /row-level security/.test(message) ? rowRefused : message)
  }
  return error.code === '23505' ? refuse('409', 'Duplicate', 'The resource already exists') : null
}

const rowRefused = 'new row violates row-level security policy'

function refuse(statusCode: string, error: string, message: string): Response {
  return json({ statusCode, error, message }, 400)
}
