import { type Bridge, below } from './bridge.ts'

interface Span {
  first: number
  last: number
}

/**
 * Gap: lite answers `Range` with the whole file and 200, so that a browser cannot seek in a video.
 * Bridge: cut the requested part out of the answer.
 */
export const range: Bridge = async (request, next) => {
  const wanted = request.headers.get('range')
  if (request.method !== 'GET' || !wanted || !below(request, '/storage/v1/object')) return next(request)
  const response = await next(request)
  const size = Number(response.headers.get('content-length') ?? Number.NaN)
  if (response.status !== 200 || !response.body || Number.isNaN(size)) return response

  const span = parseRange(wanted, size)
  if (span === null) return response
  const headers = new Headers(response.headers)
  headers.set('accept-ranges', 'bytes')
  if (span === 'unsatisfiable') {
    await response.body.cancel()
    headers.set('content-range', `bytes */${size}`)
    headers.delete('content-length')
    return new Response(null, { status: 416, headers })
  }
  headers.set('content-range', `bytes ${span.first}-${span.last}/${size}`)
  headers.set('content-length', String(span.last - span.first + 1))
  return new Response(cut(response.body, span), { status: 206, headers })
}

/** @returns the span of a single range; null for several ranges or no range, which are answered whole */
function parseRange(header: string, size: number): Span | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first > last || first >= size ? 'unsatisfiable' : { first, last }
}

function cut(body: ReadableStream<Uint8Array>, { first, last }: Span): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let offset = 0
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        const part = value.subarray(Math.max(0, first - offset), Math.max(0, last + 1 - offset))
        offset += value.length
        if (part.length > 0) controller.enqueue(part)
        if (offset > last) {
          controller.close()
          await reader.cancel()
          return
        }
        if (part.length > 0) return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
