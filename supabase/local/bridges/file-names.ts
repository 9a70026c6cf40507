import { json, readJson } from '../http-server.ts'
import { type Bridge, below } from './bridge.ts'

/**
 * Letters, digits, and the marks that S3 calls safe or in need of special handling:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
 */
const validName = /^[A-Za-z0-9!\-_.*'()&$@=;/:+ ,?]+$/

/**
 * Gap: lite stores a file under any name. Hosted refuses letters with accents, emoji and some marks.
 * Bridge: refuse the same names before a file is uploaded, in one request or in parts, copied or moved.
 */
export const fileNames: Bridge = async (request, next) => {
  const name = await newName(request)
  if (name === null || validName.test(name)) return next(request)
  const message = `Invalid key: ${name}`
  if (below(request, '/storage/v1/upload/resumable') !== null) return new Response(message, { status: 400 })
  return json({ statusCode: '400', error: 'InvalidKey', message, code: 'InvalidKey' }, 400)
}

/** @returns the name that a request gives to a file; null when it names none, or is not encoded as it should be */
async function newName(request: Request): Promise<string | null> {
  const { method } = request
  if (method === 'POST' && below(request, '/storage/v1/upload/resumable') === '') {
    const encoded = /(?:^|,)\s*objectName ([^,\s]+)/.exec(request.headers.get('upload-metadata') ?? '')?.[1]
    return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString()
  }
  const path = method === 'POST' || method === 'PUT' ? below(request, '/storage/v1/object') : null
  if (path === 'copy' || path === 'move') return String((await readJson(request))?.destinationKey ?? '')
  // An address is signed for any name; the upload to it is refused.
  const [, name] = /^(?:upload\/sign\/)?(?!(?:upload|sign|list)\/)[^/]+\/(.+)$/.exec(path ?? '') ?? []
  if (name === undefined || (method === 'POST' && path?.startsWith('upload/sign/'))) return null
  return decodeURIComponent(name)
}
