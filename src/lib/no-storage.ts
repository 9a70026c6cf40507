/**
 * Replaces the client of Supabase Storage inside the Supabase client (see vite.config.ts), which would bring 8 kB to
 * every page. data/files/storage.ts loads the real one when a file is touched.
 */
export class StorageClient {}

/** The Supabase client only exports it. */
export class StorageApiError extends Error {}
