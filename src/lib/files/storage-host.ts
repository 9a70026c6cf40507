/**
 * Where resumable uploads go. Hosted projects have a host of their own for large files; everywhere else Storage is
 * under the same address as the rest.
 * @param supabaseUrl the project's URL
 * @returns the origin that Storage's own paths hang under
 */
export function uploadOrigin(supabaseUrl: string): string {
  const { origin, hostname } = new URL(supabaseUrl)
  const project = /^([a-z0-9]+)\.supabase\.co$/.exec(hostname)?.[1]
  return project ? `https://${project}.storage.supabase.co` : origin
}
