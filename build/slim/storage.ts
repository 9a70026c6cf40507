/**
 * In place of the client of Supabase Storage inside the Supabase client, which would add 8 kB to every page:
 * src/data/files/storage.ts loads the real one when a file is touched.
 */
export class StorageClient {}

/** The Supabase client only exports it. */
export class StorageApiError extends Error {}
