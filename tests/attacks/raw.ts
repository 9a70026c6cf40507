// Requests as an attacker writes them: any path, method, header and body, without the SDK's help.
import { publishableKey, tokenOf } from '../functions/calls.ts'
import { asAdministrator, type Person } from '../support/people.ts'

export interface Answer {
  status: number
  headers: Headers
  /** The body as JSON, or as text when it is none. */
  body: unknown
}

/** Who sends a request: a person with a token, a token as it is, or no one with the app's public key alone. */
export type Sender = Person | string | null

/**
 * Sends one request to the project.
 * @param path from the project's address on
 * @param init the body is sent as JSON; headers come on top of key and token, and replace them
 */
export async function ask(
  sender: Sender,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const token = typeof sender === 'string' ? sender : sender && (await tokenOf(sender))
  const response = await fetch(`${process.env.SUPABASE_URL}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: publishableKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The SQLSTATE or error code of an answer; undefined in one that succeeded. */
export const codeOf = ({ body }: Answer): unknown =>
  body && typeof body === 'object' && 'code' in body ? body.code : undefined

/** The tables and views that the Data API serves; needs SQL as postgres. */
export async function apiTables(): Promise<string[]> {
  const rows = await asAdministrator<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`,
  )
  return rows.map(({ name }) => name)
}
