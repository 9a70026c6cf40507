import { LINK_SECONDS } from '@/lib/files/storage'
import type { StoredFile } from './downloads'
import { signedLink } from './storage'

/** A stored file to open or to save. */
export interface LinkedFile extends Pick<StoredFile, 'bucket' | 'path'> {
  /** The name under which the browser saves the file instead of showing it. */
  saveAs?: string | undefined
}

/**
 * A link that opens a file for five minutes. It is made when it is needed and never stored. The file is served with one
 * of the bucket's types, and no browser runs any of these as a page or a script, whatever the file contains.
 * @throws what signedLink throws: `storage_404` when the caller may not read the file or it does not exist
 */
export async function fileLink({ bucket, path, saveAs }: LinkedFile): Promise<string> {
  const link = await signedLink(bucket, path, LINK_SECONDS)
  return saveAs === undefined ? link : `${link}&download=${encodeURIComponent(saveAs)}`
}
