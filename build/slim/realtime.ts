/**
 * In place of the client of Supabase Realtime, which would add 16 kB to every page. No screen listens for changes, so
 * `channel()` is missing.
 */
export class RealtimeClient {
  /** The Supabase client calls this on every sign-in and sign-out. */
  async setAuth(): Promise<void> {}
}
