/**
 * Stands in for the client of Supabase Realtime (vite.config.ts puts it there). No screen listens for changes, and the
 * real one is 16 kB on every page. Whoever wants to listen takes the alias away; until then `channel()` is missing.
 */
export class RealtimeClient {
  /** Called by the Supabase client whenever somebody signs in or out. */
  async setAuth(): Promise<void> {}
}
