import type { PGlite } from '@electric-sql/pglite'
import { isRecord } from '../http-server.ts'

/** The most values that PGlite counts rightly in a statement. */
const mostValues = 32_767

/**
 * Gap: Postgres takes 65,535 values in a statement, and PostgREST sends any number of rows as one. PGlite reads the count
 * with a sign, and from 32,768 values on it answers every later statement with nothing. lite sends each value of each row
 * by itself, so that 5,000 contacts are more.
 * Bridge: write the values of such a statement into its text. Postgres finds out the type of a literal as it does for a
 * value that is sent.
 */
export function takeManyValues(driver: PGlite): void {
  const query: PGlite['query'] = driver.query.bind(driver)
  driver.query = (text, values = [], options = {}) =>
    values.length > mostValues ? query(withLiterals(text, values), [], options) : query(text, values, options)
}

function withLiterals(text: string, values: readonly unknown[]): string {
  // What stands in quotes is passed over.
  return text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g, (found, number?: string) =>
    number === undefined ? found : literal(values[Number(number) - 1]),
  )
}

/** @throws an error of Postgres for a text that it cannot store */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const isJson = isRecord(value) && !(value instanceof Date) && !ArrayBuffer.isView(value)
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    throw refusal('0A000', `a list or bytes among more than ${mostValues} values`)
  }
  const text = isJson ? JSON.stringify(value) : value instanceof Date ? value.toISOString() : String(value)
  if (text.includes('\0')) throw refusal('22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  return `'${text.replaceAll("'", "''")}'`
}

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code })
