/**
 * How long a link to a file works, in seconds. It works for anyone who has it, even after the owner has stopped a
 * release or revoked a designee. So a link is made only when a person opens the file, never in advance, and it expires
 * soon.
 */
export const LINK_SECONDS = 300

/**
 * Where resumable uploads are sent. Hosted projects have a separate host for large files; everywhere else Storage has
 * the same address as the other services.
 * @param supabaseUrl the project's URL
 * @returns the origin to which Storage's paths are added
 */
export function uploadOrigin(supabaseUrl: string): string {
  const { origin, hostname } = new URL(supabaseUrl)
  const project = /^([a-z0-9]+)\.supabase\.co$/.exec(hostname)?.[1]
  return project ? `https://${project}.storage.supabase.co` : origin
}
