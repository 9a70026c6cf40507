// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { HttpError, readBody, serveJson } from '../../../supabase/functions/_shared/http.ts'

const origin = 'https://heartwood.example'
const schema = z.object({ designationId: z.int().positive(), note: z.string().optional() })
const serve = serveJson(async (request) => ({ got: await readBody(request, schema) }), origin)

const post = (body: BodyInit | null, init: RequestInit = {}) =>
  new Request('http://functions.example/x', { method: 'POST', body, ...init })

async function codeOf(response: Response): Promise<[number, string]> {
  const body = await response.json()
  return [response.status, body.error.code]
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('bodies', () => {
  it('readBody returns the body as the schema parses it', async () => {
    const response = await serve(post('{"designationId": 7}'))
    expect([response.status, await response.json()]).toEqual([200, { got: { designationId: 7 } }])
  })

  it.each(['', '{', 'nothing', '{"designationId": 7', '\u0000'])(
    'answers 400 invalid_json to the body %j',
    async (body) => {
      expect(await codeOf(await serve(post(body)))).toEqual([400, 'invalid_json'])
    },
  )

  it('answers 400 invalid_json to bytes that are not UTF-8', async () => {
    expect(await codeOf(await serve(post(new Uint8Array([0x22, 0xff, 0x22]))))).toEqual([400, 'invalid_json'])
  })

  it.each([
    ['null', 'body'],
    ['[]', 'body'],
    ['"7"', 'body'],
    ['{}', 'designationId'],
    ['{"designationId": "7"}', 'designationId'],
    ['{"designationId": -7}', 'designationId'],
    ['{"designationId": 1.5}', 'designationId'],
    ['{"designationId": 1e300}', 'designationId'],
    ['{"designationId": 7, "note": 7}', 'note'],
  ])('readBody answers 400 invalid_body and names the wrong field in %s', async (body, field) => {
    const response = await serve(post(body))
    const { error } = await response.json()
    expect([response.status, error.code]).toEqual([400, 'invalid_body'])
    expect(error.message).toMatch(new RegExp(`^${field}: `))
  })

  it.each([
    ['\u0000', 400],
    ['\u0001', 400],
    ['\b', 400],
    ['\u000e', 400],
    ['\u001f', 400],
    ['\u007f', 400],
    // What people type, and what a text program puts where a line is broken.
    ['\t', 200],
    ['\n', 200],
    ['\v', 200],
    ['\f', 200],
    ['\r', 200],
    [' ', 200],
    ['~', 200],
    ['\u0080', 200],
    ['😀', 200],
  ])('readBody answers a text with %j in it, wherever it stands, with %i', async (character, status) => {
    const texts = z.object({ one: z.string(), more: z.array(z.object({ two: z.string().nullable() })) })
    const serveTexts = serveJson(async (request) => ({ got: await readBody(request, texts) }), origin)
    const ask = (one: string, two: string) =>
      serveTexts(post(JSON.stringify({ one, more: [{ two: null }, { two }] })))
    for (const [field, response] of [
      ['one', await ask(`a${character}b`, '')],
      ['more.1.two', await ask('', `a${character}b`)],
    ] as const) {
      const answer = await response.json()
      expect(response.status, JSON.stringify(answer)).toBe(status)
      if (status === 400)
        expect(answer.error).toEqual({ code: 'invalid_body', message: `${field}: a control character` })
    }
  })

  it('readBody looks for control characters in no bytes that a schema made of a text', async () => {
    const bytes = z.object({ file: z.string().transform((text) => Buffer.from(text, 'base64')) })
    const serveBytes = serveJson(
      async (request) => ({ size: (await readBody(request, bytes)).file.length }),
      origin,
    )
    expect(await (await serveBytes(post('{"file": "AAAA"}'))).json()).toEqual({ size: 3 })
  })

  it('readBody accepts 1 MB and answers 413 to one byte more, with or without a content-length', async () => {
    const padded = (size: number) => '{"designationId": 7}'.padEnd(size)
    expect((await serve(post(padded(1024 * 1024)))).status).toBe(200)
    expect(await codeOf(await serve(post(padded(1024 * 1024 + 1))))).toEqual([413, 'body_too_large'])
    const announced = post('{"designationId": 7}', { headers: { 'content-length': '2000000' } })
    expect(await codeOf(await serve(announced))).toEqual([413, 'body_too_large'])
  })

  it('readBody stops reading an endless body after 1 MB', async () => {
    let chunks = 0
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1
        controller.enqueue(new Uint8Array(64 * 1024).fill(32))
      },
    })
    const request = new Request('http://functions.example/x', {
      method: 'POST',
      body: endless,
      ...{ duplex: 'half' },
    })
    expect(await codeOf(await serve(request))).toEqual([413, 'body_too_large'])
    expect(chunks).toBeLessThan(25)
  })
})

describe('answers', () => {
  it('serveJson answers a preflight of any origin with the app’s own origin', async () => {
    const request = new Request('http://functions.example/x', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    const { status, headers } = await serve(request)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-headers')).toMatch(/authorization.*apikey.*content-type/)
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('answers 405 to %s', async (method) => {
    const response = await serve(new Request('http://functions.example/x', { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  })

  it('serveJson answers with the status, code and headers of an HttpError', async () => {
    const refuse = serveJson(async () => {
      throw new HttpError('HW020', 'Wait.', { headers: { 'x-more': 'yes' } })
    }, origin)
    const response = await refuse(post(null))
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('x-more')).toBe('yes')
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect([response.status, await response.json()]).toEqual([
      429,
      { error: { code: 'HW020', message: 'Wait.' } },
    ])
  })

  it('serveJson puts the details of an HttpError beside the error in the body', async () => {
    const refuse = serveJson(async () => {
      throw new HttpError('housekeeping_incomplete', 'Some failed.', { details: { done: 3 } })
    }, origin)
    expect(await (await refuse(post(null))).json()).toEqual({
      error: { code: 'housekeeping_incomplete', message: 'Some failed.' },
      done: 3,
    })
  })

  it('serveJson answers 500 to an unexpected error and neither answers nor logs its message', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fail = serveJson(async () => {
      throw new Error('Key (email)=(edith@example.org) already exists')
    }, origin)
    const response = await fail(post(null))
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: { code: 'internal', message: 'Something went wrong on our side.' } },
    ])
    expect(log).toHaveBeenCalledOnce()
    expect(JSON.stringify(log.mock.calls)).toContain('http.test.ts')
    expect(JSON.stringify(log.mock.calls)).not.toContain('edith')
  })
})
