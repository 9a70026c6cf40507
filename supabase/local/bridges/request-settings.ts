import type { PgliteConnection } from '@supabase/lite/pglite'
import { isRecord } from '../http-server.ts'

type Setting = [name: string, value: unknown]

/**
 * Gap: lite sets role, claims and the parts of the request in up to eleven statements for each request, which take
 * longer than what was asked for.
 * Bridge: set the same settings, in the same order, in one or two.
 */
export function keepSettingsTogether(connection: PgliteConnection): void {
  const set = async (settings: Setting[]) => {
    const calls = settings.map(([name], n) => `set_config('${name}', $${n + 1}, true)`)
    await connection.driver.query(
      `select ${calls.join(', ')}`,
      settings.map(([, value]) => String(value)),
    )
  }
  replaceMethod(connection, 'applyJwtSessionContext', (_transaction, context) => {
    const { auth, storage } = asRecord(context)
    const { role, uid, jwt } = asRecord(auth)
    return set([
      ['role', role || 'anon'],
      ['request.jwt.claim.sub', uid ?? ''],
      ['request.jwt.claim.role', role || 'anon'],
      ['storage.operation', asRecord(storage).operation ?? ''],
      ...(isRecord(jwt) ? [claims(jwt)] : []),
    ])
  })
  replaceMethod(connection, 'applyRpcRequestGucs', (_transaction, request) => {
    const { method, path, requestHeaders } = asRecord(request)
    return set([
      ['response.status', ''],
      ['response.headers', ''],
      ['request.method', method],
      ['request.path', path],
      ['request.headers', JSON.stringify(requestHeaders ?? {})],
    ])
  })
}

const claims = (jwt: object): Setting => ['request.jwt.claims', JSON.stringify(jwt)]

const asRecord = (value: unknown) => (isRecord(value) ? value : {})

function replaceMethod(
  connection: PgliteConnection,
  name: string,
  method: (...args: unknown[]) => Promise<void>,
): void {
  if (!(name in connection)) {
    throw new Error(
      `lite no longer has ${name}: see how it sets role and claims (supabase/local/bridges/request-settings.ts).`,
    )
  }
  Reflect.set(connection, name, method)
}
