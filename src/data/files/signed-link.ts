import { supabase } from '@/data/client'
import { LINK_SECONDS } from '@/lib/files/link-life'
import type { StoredFile } from './downloads'

/**
 * A link that opens a file for five minutes. It is made when it is needed and never stored.
 * @param options download: the name under which the browser saves the file, instead of showing it
 * @throws StorageError when the caller may not read the file or it does not exist
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

/** A link to a file that a part of a plan names, as signedLink makes it. */
export function fileLink(file: Pick<StoredFile, 'bucket' | 'path'> & { saveAs?: string | undefined }) {
  return signedLink(file.bucket, file.path, file.saveAs === undefined ? undefined : { download: file.saveAs })
}
