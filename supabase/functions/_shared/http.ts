import { createHmac } from 'node:crypto'
import { corsHeaders } from '@supabase/supabase-js/cors'
import type { z } from 'zod'
import { logFailure, nameOf } from './log.ts'
import { type RefusalCode, refusals, retryAfter } from './refusals.ts'

const maxBodyBytes = 1024 * 1024

/** An error answer: what a caller may know, in the shape that the app reads. */
export class HttpError extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly headers: Record<string, string>
  readonly details: object

  /**
   * @param code what the app decides by; part of the public contract
   * @param message for developers; the app has sentences of its own
   * @param options headers of the answer; details that stand beside the error in its body
   */
  constructor(
    code: RefusalCode,
    message: string,
    { headers = {}, details = {} }: { headers?: Record<string, string>; details?: object } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = refusals[code]
    this.code = code
    const seconds = retryAfter[code]
    this.headers = seconds ? { 'retry-after': String(seconds), ...headers } : headers
    this.details = details
  }
}

export type Handler = (request: Request) => Promise<object>

/**
 * Serves one endpoint that answers JSON.
 * @param handler its result is the answer; an HttpError it throws becomes `{"error": {"code", "message"}}`,
 *   anything else a 500 without details
 * @param allowOrigin the only web origin whose pages may read the answers
 * @param methods those that are answered
 * @returns what `Deno.serve` takes; it never rejects
 */
export function serveJson(
  handler: Handler,
  allowOrigin: string,
  methods: readonly string[] = ['POST'],
): (request: Request) => Promise<Response> {
  const allow = [...methods, 'OPTIONS'].join(', ')
  const cors = {
    'access-control-allow-origin': allowOrigin,
    'access-control-allow-methods': allow,
    // The SDK's own list, because a header that a later version adds would otherwise fail the preflight.
    'access-control-allow-headers': corsHeaders['Access-Control-Allow-Headers'] ?? '',
    'access-control-expose-headers': 'retry-after',
    vary: 'Origin',
  }
  const json = (body: object, status: number, headers: Record<string, string> = {}) =>
    Response.json(body, { status, headers: { ...cors, 'cache-control': 'no-store', ...headers } })

  return async (request) => {
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: { ...cors, 'access-control-max-age': '3600' } })
    }
    try {
      if (!methods.includes(request.method)) {
        throw new HttpError('method_not_allowed', `Only ${methods.join(' and ')} is answered here.`, {
          headers: { allow },
        })
      }
      return json(await handler(request), 200)
    } catch (error) {
      const { status, code, message, headers, details } =
        error instanceof HttpError ? error : unexpected(request, error)
      return json({ error: { code, message }, ...details }, status, headers)
    }
  }
}

/**
 * Reads the body as JSON and checks it. No text in it may hold control characters besides those that break lines: they
 * make no sense in any field, and Postgres refuses U+0000.
 * @param limit how many bytes it may have; 1 MB unless told
 * @returns the body as the schema parses it
 * @throws HttpError 413 for a larger one, 400 `invalid_json`, 400 `invalid_body` naming the field
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>, limit?: number): Promise<T> {
  const parsed = schema.safeParse(parseJson(await readBytes(request, limit)))
  const issue = parsed.success ? controlCharacterIn(parsed.data) : parsed.error.issues[0]
  if (parsed.success && !issue) return parsed.data
  const field = issue?.path.join('.') || 'body'
  throw new HttpError('invalid_body', `${field}: ${issue?.message ?? 'not as expected'}`)
}

// Not those of the second block, which text that was decoded in the wrong way is full of: Postgres takes them.
const controlCharacter = /(?![\s\u0080-\u009f])\p{Cc}/u

/** Where the first text with a control character stands in a parsed body; undefined: in none. */
function controlCharacterIn(
  value: unknown,
  path: string[] = [],
): { path: string[]; message: string } | undefined {
  if (typeof value === 'string')
    return controlCharacter.test(value) ? { path, message: 'a control character' } : undefined
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined
  for (const [key, part] of Object.entries(value)) {
    const found = controlCharacterIn(part, [...path, key])
    if (found) return found
  }
  return undefined
}

/**
 * Reads the body without decoding it.
 * @param limit how many bytes it may have
 * @throws HttpError 413 for a larger one
 */
export async function readBytes(request: Request, limit = maxBodyBytes): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw await tooLarge(request)
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw await tooLarge(request)
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** The caller's network address, as the gateway gives it; null without one. */
export function callerAddress(request: Request): string | null {
  return request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() || null
}

/** A hash of the caller's network address, for counting: the address is personal data, and is not kept. @param key CODE_HMAC_KEY */
export function callerNetwork(request: Request, key: string): string {
  return createHmac('sha256', key)
    .update(`network:${callerAddress(request)}`)
    .digest('hex')
}

async function tooLarge(request: Request): Promise<HttpError> {
  if (request.body && !request.body.locked) await request.body.cancel()
  return new HttpError('body_too_large', 'The body is too large.')
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError('invalid_json', 'The body is not JSON.')
  }
}

/** Logs the kind and place of an error but not its message: databases and providers quote people's data in messages. */
function unexpected(request: Request, error: unknown): HttpError {
  logFailure(new URL(request.url).pathname, {
    error: nameOf(error),
    code: error instanceof Error && 'code' in error && error.code ? String(error.code) : undefined,
    at: error instanceof Error ? framesOf(error) : undefined,
  })
  return new HttpError('internal', 'Something went wrong on our side.')
}

function framesOf({ stack = '' }: Error): string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, 6).map((line) => line.trim())
}
