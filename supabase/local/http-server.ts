import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { host } from './settings.ts'
import { StackError } from './stack-error.ts'

export type Handler = (request: Request) => Promise<Response> | Response

export interface HttpServer {
  url: string
  /** Sets the handler; until then every request gets a 503. */
  handle(handler: Handler): void
  stop(): Promise<void>
}

const labels: Record<string, string> = {
  api: 'the API',
  dashboard: 'the dashboard',
  mailbox: 'the mailbox',
  stripe: 'the stand-in for Stripe',
}

/**
 * Listens on the loopback address for web-style handlers.
 * @param name what the port is for
 * @param port 0 takes a free port
 * @returns its URL and a way to stop it, which also cuts connections that are still open
 * @throws StackError when the port is in use
 */
export async function serveHttp(name: string, port: number): Promise<HttpServer> {
  let handler: Handler = () => new Response('Starting…', { status: 503 })
  const answer = async (request: Request) => {
    try {
      return await handler(request)
    } catch (error) {
      console.error(`${request.method} ${request.url} failed:`, error)
      return json({ message: 'The local stack failed; see its output.' }, 500)
    }
  }
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const server = createServer(listener)
  // On a busy machine a client may send on a kept connection just as five seconds, Node's default, end it: the request is
  // reset. Clients leave a connection a little before the time that the server names, and a minute without one is rare.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(labels[name] ?? name, port, error)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const listening = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://${host}:${listening}`,
    handle: (wanted) => {
      handler = wanted
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Explains why a server could not listen.
 * @returns the error to show
 */
function listenError(name: string, port: number, error: Error): Error {
  if ('code' in error && error.code === 'EADDRINUSE') {
    return new StackError(
      `Port ${port}, for ${name}, is in use: stop what uses it (another npm start, or supabase start?) and try again.`,
    )
  }
  return error
}

/**
 * A JSON answer.
 * @returns the response with its content type
 */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/**
 * Reads a JSON object from a copy of a request, so that the request can be read again.
 * @returns the object, or null when the body is anything else
 */
export async function readJson(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await request.clone().json()
    return isRecord(body) ? body : null
  } catch {
    return null
  }
}

/** Whether a value is a plain object (not null, not a list). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a request names this machine, and not a site whose name was made to lead here (DNS rebinding). */
export function isOwnHost(request: Request): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.get('host') ?? '')
}

/** Whether a request comes from a page of this server and not from another site (DNS rebinding or a posted form). */
export function isFromOwnPage(request: Request): boolean {
  if (!isOwnHost(request)) return false
  if (request.method === 'GET')
    return request.headers.get('sec-fetch-site') !== 'cross-site' || isNavigation(request)
  return (
    request.method === 'POST' && request.headers.get('origin') === `http://${request.headers.get('host')}`
  )
}

function isNavigation(request: Request): boolean {
  return request.headers.get('sec-fetch-mode') === 'navigate'
}
