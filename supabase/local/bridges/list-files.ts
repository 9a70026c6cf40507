import { isRecord, readJson } from '../http-server.ts'
import { type Bridge, below, replaceJson, withJson } from './bridge.ts'

const everything = 100_000

/**
 * Gap: lite lists every object below a prefix under its full path. Hosted lists one folder: names are relative to
 * it, and a deeper folder is one entry without an id.
 * Bridge: request all objects from lite and group them by folder.
 */
export const listFiles: Bridge = async (request, next) => {
  if (request.method !== 'POST' || !below(request, '/storage/v1/object/list')) return next(request)
  const body = (await readJson(request)) ?? {}
  const folder = String(body.prefix ?? '').replace(/^\/+|\/+$/g, '')
  const prefix = folder && `${folder}/`
  const { search, limit = 100, offset = 0, ...rest } = body
  const response = await next(withJson(request, { ...rest, prefix, limit: everything, offset: 0 }))
  if (!response.ok) return response
  const found: unknown = await response.json()
  const entries = fold(Array.isArray(found) ? found.filter(isRecord) : [], prefix)
  const term = String(search ?? '').toLowerCase()
  const fitting = entries.filter(({ name }) => String(name).toLowerCase().startsWith(term))
  return replaceJson(response, fitting.slice(Number(offset), Number(offset) + Number(limit)))
}

function fold(objects: Record<string, unknown>[], prefix: string): Record<string, unknown>[] {
  const entries = new Map<string, Record<string, unknown>>()
  for (const object of objects) {
    const [name = '', ...deeper] = String(object.name).slice(prefix.length).split('/')
    const { id, created_at, updated_at, last_accessed_at, metadata } = object
    const file = { name, id, created_at, updated_at, last_accessed_at, metadata }
    const none = { id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null }
    entries.set(name, deeper.length > 0 ? { name, ...none } : file)
  }
  return [...entries.values()]
}
