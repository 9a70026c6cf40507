import { type Bridge, below } from './bridge.ts'

/**
 * Gap: storage-js sends a Blob or File as multipart under an empty field name, lite looks for a field `file`
 * ("Missing file in multipart upload").
 * Bridge: unpack it and send only the bytes, with type and cache control as headers.
 */
export const uploadField: Bridge = async (request, next) => {
  const isUpload = request.method === 'POST' || request.method === 'PUT'
  const type = request.headers.get('content-type') ?? ''
  if (!isUpload || !below(request, '/storage/v1/object') || !type.startsWith('multipart/form-data')) {
    return next(request)
  }
  const form = await request.formData()
  const file = [...form.values()].find((value) => value instanceof Blob)
  if (!file) return next(new Request(request.url, { method: request.method, headers: request.headers }))
  const headers = new Headers(request.headers)
  headers.set('content-type', file.type.split(';')[0]?.trim() || 'application/octet-stream')
  headers.set('content-length', String(file.size))
  const cacheControl = form.get('cacheControl')
  if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`)
  return next(new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() }))
}
