import type { PgliteConnection } from '@supabase/lite/pglite'
import type { ConfigToml } from '../config-toml.ts'
import type { SerialQueue } from '../serial-queue.ts'

export type Next = (request: Request) => Promise<Response>

/** A handler in front of lite that corrects one difference from hosted Supabase. */
export type Bridge = (request: Request, next: Next) => Promise<Response>

export type Row = Record<string, unknown>

/** What bridges work with. */
export interface StackContext {
  config: ConfigToml
  connection: PgliteConnection
  /** Runs one statement as the role postgres, queued with the requests. */
  sql(text: string, params?: unknown[]): Promise<Row[]>
  /** Sends a request to lite directly, queued with the other requests. */
  lite: Next
  queue: SerialQueue
  /** The folder of all data. */
  dataFolder: string
  /** The folder of unfinished uploads. */
  uploadsFolder: string
  /** The base URL of the process that serves the functions, or null when they are off. */
  functionsUrl(): string | null
}

/** @returns the path of a request below a prefix, or null for any other path */
export function below(request: Request, prefix: string): string | null {
  const { pathname } = new URL(request.url)
  if (pathname === prefix) return ''
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length + 1) : null
}

/** @returns a copy of a request with another JSON body */
export function withJson(request: Request, body: unknown): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) })
}

/** @returns a copy of a response with another JSON body */
export function replaceJson(response: Response, body: unknown, status: number = response.status): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers })
}

/** @returns a storage path encoded as lite expects it in a URL: lite does not decode what decodeURI leaves (`&` as `%26`) */
export function urlPath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent)
}
