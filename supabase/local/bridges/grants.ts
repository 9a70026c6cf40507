import type { PgliteConnection } from '@supabase/lite/pglite'

/**
 * Gap: at its first request lite runs `grant all on all tables` to anon, authenticated and service_role in every
 * schema that has row level security, and so undoes the grants (also the column grants) of the migrations.
 * Bridge: lite does this once a connection and remembers it in `rlsState`; it is told that it has been done. What
 * the roles need beyond the migrations stands in ../database/platform.sql.
 */
export function keepGrants(connection: PgliteConnection): void {
  if (!('rlsState' in connection)) {
    throw new Error(
      'lite no longer has rlsState: see whether it still overwrites grants (supabase/local/bridges/grants.ts).',
    )
  }
  Reflect.set(connection, 'rlsState', 'active')
}
