import { type Bridge, below } from './bridge.ts'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const exposed = [
  'content-range',
  'content-location',
  'content-length',
  'accept-ranges',
  'preference-applied',
  'location',
  'x-sb-error-code',
  'x-supabase-api-version',
  'retry-after',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-expires',
].join(', ')

/**
 * Gap: lite answers preflights differently for each service (Auth allows no header at all) and hides most headers from
 * the browser. Bridge: one answer for all paths, as on hosted.
 */
export const cors: Bridge = async (request, next) => {
  // Functions set their own headers, here as on hosted, so that a forgotten header fails here too.
  if (below(request, '/functions/v1') !== null) return next(request)
  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': methods,
        'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
        'access-control-max-age': '3600',
      },
    })
  }
  const response = await next(request)
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposed)
  headers.delete('access-control-allow-credentials')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
