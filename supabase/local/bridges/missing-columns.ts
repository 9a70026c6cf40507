import { isRecord } from '../http-server.ts'
import { type Bridge, below, withJson } from './bridge.ts'

/**
 * Gap: supabase-js names every column that one of several rows has in `columns`. Hosted stores null where a row lacks one
 * of them, unless `missing=default` is preferred; lite always stores the default.
 * Bridge: send those nulls.
 */
export const missingColumns: Bridge = async (request, next) => {
  const columns = new URL(request.url).searchParams.get('columns')
  const wantsDefaults = /missing=default/.test(request.headers.get('prefer') ?? '')
  if (request.method !== 'POST' || !below(request, '/rest/v1') || !columns || wantsDefaults)
    return next(request)
  const rows: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  if (!Array.isArray(rows) || !rows.every(isRecord)) return next(request)
  const nulls = Object.fromEntries(columns.split(',').map((name) => [name.replaceAll('"', ''), null]))
  return next(
    withJson(
      request,
      rows.map((row) => ({ ...nulls, ...row })),
    ),
  )
}
