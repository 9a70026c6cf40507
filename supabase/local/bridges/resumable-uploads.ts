import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server, type Upload } from '@tus/server'
import { type Bridge, below, type StackContext, urlPath } from './bridge.ts'

const route = '/storage/v1/upload/resumable'

/**
 * Gap: lite has no resumable uploads.
 * Bridge: a TUS server at Storage's own address. The caller's right to store the file is checked before the first byte
 * and before each part, and again when the finished file is passed to lite with the caller's token.
 */
export function resumableUploads(context: StackContext): Bridge {
  const { uploadsFolder, lite } = context
  let server: Server | undefined
  // Created with the first upload, because the store creates its folder at once.
  const tus = () => {
    server ??= new Server({
      path: route,
      datastore: new FileStore({ directory: uploadsFolder }),
      respectForwardedHeaders: false,
      onIncomingRequest: async (request, id) => {
        if (request.method !== 'PATCH') return
        await checkUpload(context, request, await tus().datastore.getUpload(id))
      },
      onUploadCreate: async (request, upload) => {
        await checkUpload(context, request, upload)
        return {}
      },
      onUploadFinish: async (request, upload) => {
        await hand(request, upload)
        return {}
      },
    })
    return server
  }

  const hand = async (request: Request, upload: Upload) => {
    const { bucket, name, type, cacheControl } = target(upload)
    const response = await lite(
      new Request(new URL(`/storage/v1/object/${bucket}/${urlPath(name)}`, request.url), {
        method: 'POST',
        headers: {
          ...credentials(request),
          'content-type': type,
          'cache-control': `max-age=${cacheControl}`,
          'x-upsert': request.headers.get('x-upsert') ?? 'false',
        },
        body: await readFile(join(uploadsFolder, upload.id)),
      }),
    )
    await tus().datastore.remove(upload.id)
    if (!response.ok) throw await refusal(response)
  }

  return async (request, next) => {
    if (below(request, route) === null) return next(request)
    return tus().handleWeb(request)
  }
}

interface Target {
  bucket: string
  name: string
  type: string
  cacheControl: string
}

function target({ metadata }: Upload): Target {
  return {
    bucket: metadata?.bucketName ?? '',
    name: metadata?.objectName ?? '',
    type: metadata?.contentType ?? 'application/octet-stream',
    cacheControl: metadata?.cacheControl ?? '3600',
  }
}

async function checkUpload({ sql, lite }: StackContext, request: Request, upload: Upload): Promise<void> {
  const { bucket, name, type } = target(upload)
  const [limits] = await sql(
    'select file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [bucket],
  )
  if (!limits || !name) throw { status_code: 404, body: 'Bucket not found' }
  const { file_size_limit: most, allowed_mime_types: types } = limits
  if (typeof most === 'number' && (upload.size ?? 0) > most) {
    throw { status_code: 413, body: 'The object exceeded the maximum allowed size' }
  }
  if (Array.isArray(types) && types.length > 0 && !types.includes(type)) {
    throw { status_code: 415, body: `mime type ${type} is not supported` }
  }
  const probe = await lite(
    new Request(new URL(`/storage/v1/object/upload/sign/${bucket}/${urlPath(name)}`, request.url), {
      method: 'POST',
      headers: {
        ...credentials(request),
        'content-type': type,
        'content-length': String(upload.size ?? 0),
        'x-upsert': request.headers.get('x-upsert') ?? 'false',
      },
    }),
  )
  if (!probe.ok) throw await refusal(probe)
}

async function refusal(response: Response): Promise<{ status_code: number; body: string }> {
  const { statusCode, message }: { statusCode?: string; message?: string } = await response.json()
  return { status_code: Number(statusCode ?? response.status), body: message ?? 'Upload refused' }
}

function credentials(request: Request): Record<string, string> {
  const { headers } = request
  return { apikey: headers.get('apikey') ?? '', authorization: headers.get('authorization') ?? '' }
}
