import { supabase } from '@/data/client'
import { LINK_SECONDS } from '@/lib/files/link-life'

/**
 * A link that opens a file for five minutes. Made when it is needed and never kept.
 * @param options download: the name under which the browser saves the file, instead of showing it
 * @throws StorageError when the caller may not read the file, or it is not there
 */
export async function signedLink(
  bucket: 'videos' | 'documents' | 'death-certificates',
  path: string,
  options?: { download: string | false },
): Promise<string> {
  const { data, error } = await supabase.storage.from(bucket).createSignedUrl(path, LINK_SECONDS, options)
  if (error) throw error
  return data.signedUrl
}
