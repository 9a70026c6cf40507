import { json } from '../http-server.ts'
import { type Bridge, below } from './bridge.ts'

const notFilters = new Set(['select', 'columns', 'order', 'limit', 'offset', 'on_conflict', 'apikey'])

/**
 * Gap: hosted loads `safeupdate`, which refuses an update or delete without a filter; lite runs it.
 * Bridge: refuse such requests with the same code.
 */
export const safeUpdate: Bridge = async (request, next) => {
  const table = below(request, '/rest/v1')
  const isChange = request.method === 'PATCH' || request.method === 'DELETE'
  if (!isChange || !table || table.startsWith('rpc/')) return next(request)
  const names = [...new URL(request.url).searchParams.keys()]
  if (names.some((name) => !notFilters.has(name))) return next(request)
  const verb = request.method === 'PATCH' ? 'UPDATE' : 'DELETE'
  return json({ code: '21000', details: null, hint: null, message: `${verb} requires a WHERE clause` }, 400)
}
