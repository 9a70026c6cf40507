import { statfs } from 'node:fs/promises'
import { json } from '../http-server.ts'
import type { Bridge, StackContext } from './bridge.ts'

/** With less room than this beside the request's own bytes, a failure is taken to come from a full disk. */
const room = 16 * 1024 * 1024

/**
 * Gap: on a full disk lite and the TUS server answer a bare 500.
 * Bridge: say so, to the client and in the output.
 */
export function fullDisk({ dataFolder }: Pick<StackContext, 'dataFolder'>): Bridge {
  return async (request, next) => {
    const length = Number(request.headers.get('content-length') ?? 0)
    const response = await next(request)
    if (response.status < 500) return response
    const { bavail, bsize } = await statfs(dataFolder)
    if (bavail * bsize > room + length) return response
    const message = `The disk is full: make room for ${dataFolder}, then try again.`
    console.error(message)
    return json({ statusCode: '507', error: 'Insufficient Storage', code: '53100', message }, 507)
  }
}
