import type { PgliteConnection } from '@supabase/lite/pglite'
import { isRecord } from '../http-server.ts'

/** The SQLSTATE classes and codes that lite answers as PostgREST does. */
const known = /^(PGRST|PT|21|22|42|53|55|23502|23503|23505|25006)/

/** PostgREST's status for other codes; a code that is not listed is a 400. */
const statuses: [RegExp, number][] = [
  [/^(08|57P01)/, 503],
  [/^(0L|0P|28)/, 403],
  [/^(09|25|2D|38|39|3B|40|54|57|58|F0|HV|XX)/, 500],
  [/^P0(?!001)/, 500],
]

/**
 * Gap: lite knows few SQLSTATEs. A failed check (23514) or an exception raised by a function (P0001, or one of
 * Heartwood's codes such as HW001) becomes a 500 with the code SUP and `error: ` before the message.
 * Bridge: turn such errors into those of `raise sqlstate 'PGRST'`, with which the database sets code, message and status.
 */
export function keepErrorCodes(connection: PgliteConnection): void {
  connection.normalizeDbError = (error) => {
    if (!isRecord(error) || typeof error.code !== 'string' || !/^[0-9A-Z]{5}$/.test(error.code)) return error
    if (known.test(error.code)) return error
    const { code, message, detail: details = null, hint = null } = error
    const status = statuses.find(([pattern]) => pattern.test(`${error.code}`))?.[1] ?? 400
    return {
      code: 'PGRST',
      message: JSON.stringify({ code, message, details, hint }),
      detail: JSON.stringify({ status, headers: {} }),
    }
  }
}
