import { isRecord, json, readJson } from '../http-server.ts'
import { type Bridge, below, type Next, replaceJson, urlPath, withJson } from './bridge.ts'

/**
 * Gap: lite names a signed URL `signedUrl` and begins it with /storage/v1, storage-js expects `signedURL` without it.
 * A request for several paths fails as a whole; hosted answers path by path. lite also ignores `?download=name`.
 * Bridge: rename the field, strip the prefix, request path by path, set the content disposition.
 */
export const signedUrls: Bridge = async (request, next) => {
  const path = below(request, '/storage/v1/object/sign')
  if (!path) return next(request)
  if (request.method === 'GET') return asDownload(request, await next(request))
  if (request.method !== 'POST') return next(request)
  if (path.includes('/')) return signOne(request, next)
  const body = await readJson(request)
  const paths = Array.isArray(body?.paths) ? body.paths.map(String) : []
  const signed = []
  for (const each of paths) signed.push(await signNamed(request, next, each, body?.expiresIn))
  return json(signed)
}

async function signOne(request: Request, next: Next): Promise<Response> {
  const response = await next(request)
  if (!response.ok) return response
  const body: unknown = await response.json()
  return replaceJson(response, { signedURL: stripped(body) })
}

async function signNamed(request: Request, next: Next, path: string, expiresIn: unknown): Promise<unknown> {
  const url = new URL(request.url)
  url.pathname += `/${urlPath(path)}`
  const response = await next(withJson(new Request(url, request.clone()), { expiresIn }))
  if (response.ok) return { path, signedURL: stripped(await response.json()), error: null }
  return {
    path,
    signedURL: null,
    error: 'Either the object does not exist or you do not have access to it',
  }
}

function stripped(body: unknown): string {
  const url = isRecord(body) ? String(body.signedUrl ?? '') : ''
  return url.replace(/^\/storage\/v1/, '')
}

function asDownload(request: Request, response: Response): Response {
  const name = new URL(request.url).searchParams.get('download')
  if (name === null || !response.ok) return response
  const headers = new Headers(response.headers)
  const file = name
    ? `; filename=${encodeURIComponent(name)}; filename*=UTF-8''${encodeURIComponent(name)}`
    : ''
  headers.set('content-disposition', `attachment${file}`)
  return new Response(response.body, { status: response.status, headers })
}
