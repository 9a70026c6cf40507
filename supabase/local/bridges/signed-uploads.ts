import { isRecord } from '../http-server.ts'
import { type Bridge, below, replaceJson, type StackContext } from './bridge.ts'
import { storageRefusal } from './storage-errors.ts'

/**
 * Gap: lite names a signed address for an upload `signedUrl` and begins it with /storage/v1; storage-js expects `url`
 * without it. And lite stores the bytes of such an upload before the database may refuse it.
 * Bridge: rename the field, strip the prefix, and let the database refuse the file first, as hosted does.
 */
export function signedUploads(context: StackContext): Bridge {
  return async (request, next) => {
    const path = below(request, '/storage/v1/object/upload/sign')
    if (!path) return next(request)
    if (request.method === 'PUT') return (await refusedByDatabase(context, request, path)) ?? next(request)
    const response = await next(request)
    if (request.method !== 'POST' || !response.ok) return response
    const body: unknown = await response.json()
    if (!isRecord(body)) return replaceJson(response, body)
    const { signedUrl, token } = body
    return replaceJson(response, { url: String(signedUrl).replace(/^\/storage\/v1/, ''), token })
  }
}

/** Writes the object's row as Storage's own role would, and undoes it. */
async function refusedByDatabase(
  { connection, queue }: StackContext,
  request: Request,
  path: string,
): Promise<Response | null> {
  const { owner, upsert } = claims(new URL(request.url).searchParams.get('token') ?? '')
  const [bucket, ...name] = path.split('/').map(decodeURIComponent)
  const metadata = {
    mimetype: request.headers.get('content-type'),
    contentLength: Number(request.headers.get('content-length')),
  }
  const write = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
                 values ($1, $2, $3::uuid, $3, '1', $4)`
  const replace = 'on conflict (bucket_id, name) do update set version = excluded.version'
  return queue.run(async () => {
    try {
      await connection.driver.transaction(async (transaction) => {
        await transaction.query(upsert ? `${write} ${replace}` : write, [
          bucket,
          name.join('/'),
          owner,
          metadata,
        ])
        await transaction.rollback()
      })
      return null
    } catch (error) {
      return storageRefusal(error)
    }
  })
}

/** What the token says. lite checks its signature afterwards. */
function claims(token: string): { owner: string | null; upsert: boolean } {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}')
  const { owner, upsert } = isRecord(payload) ? payload : {}
  return { owner: typeof owner === 'string' ? owner : null, upsert: upsert === true }
}
