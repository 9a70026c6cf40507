/**
 * Replaces the client of Supabase Realtime (see the alias in vite.config.ts). No screen listens for changes, and the
 * real client would add 16 kB to every page. To listen for changes, remove the alias; until then `channel()` is
 * missing.
 */
export class RealtimeClient {
  /** The Supabase client calls this on every sign-in and sign-out. */
  async setAuth(): Promise<void> {}
}
