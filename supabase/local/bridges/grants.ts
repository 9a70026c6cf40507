import type { PgliteConnection } from '@supabase/lite/pglite'

/**
 * Gap: at its first request lite runs `grant all on all tables` to anon, authenticated and service_role in every
 * schema that has row level security, and so undoes the grants (column grants included) of the migrations.
 * Bridge: lite does this once per connection and remembers it in `rlsState`, which is set as if it had been done.
 * The grants that the roles need beyond the migrations are in ../database/platform.sql.
 */
export function keepGrants(connection: PgliteConnection): void {
  if (!('rlsState' in connection)) {
    throw new Error(
      'lite no longer has rlsState: see whether it still overwrites grants (supabase/local/bridges/grants.ts).',
    )
  }
  Reflect.set(connection, 'rlsState', 'active')
}
