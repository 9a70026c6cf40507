// The Data API over a real Postgres, at the address and with the keys that supabase-js expects.
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, request as send } from 'node:http'
import { type Server, startPostgrest } from './server.ts'

export interface DataApi extends Server {
  url: string
  publishableKey: string
  secretKey: string
  jwtSecret: string
}

/**
 * Starts PostgREST and serves it below /rest/v1. There is no Auth and no Storage.
 * @param databaseUrl for the role authenticator
 */
export async function startDataApi(databaseUrl: string): Promise<DataApi> {
  const jwtSecret = randomBytes(32).toString('hex')
  const rest = await startPostgrest(databaseUrl, jwtSecret)
  const target = new URL(rest.url)
  const proxy = createServer((request, response) => {
    const url = new URL(request.url ?? '/', target)
    const verb = { PATCH: 'UPDATE', DELETE: 'DELETE' }[request.method ?? '']
    const filters = [...url.searchParams.keys()].filter(
      (name) => !['select', 'columns', 'order'].includes(name),
    )
    if (verb && filters.length === 0) {
      // Hosted refuses a change of all rows.
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: '21000', message: `${verb} requires a WHERE clause` }))
      return
    }
    const path = `${url.pathname.replace(/^\/rest\/v1/, '')}${url.search}`
    const { method, headers } = request
    const forwarded = send({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.writeHead(502).end())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    publishableKey: mintJwt({ role: 'anon' }, jwtSecret),
    secretKey: mintJwt({ role: 'service_role' }, jwtSecret),
    jwtSecret,
    stop: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await rest.stop()
    },
  }
}

/** A token as Auth issues it, valid for a day. */
export function mintJwt(claims: Record<string, unknown>, secret: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: now, exp: now + 86_400, ...claims })}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}
