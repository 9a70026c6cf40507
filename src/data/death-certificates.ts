import { cleanFileName } from '@/lib/files'
import { supabase } from '@/lib/supabase'

const BUCKET = 'death-certificates'

/**
 * Uploads a certificate of an owner and submits it for review.
 * @throws StorageError when the file is refused; HW002 when no certificate is wanted now; HW006 when not allowed
 */
export async function uploadCertificate(ownerId: string, file: File): Promise<void> {
  const path = `${ownerId}/${Date.now()}-${cleanFileName(file.name)}`
  const { error } = await supabase.storage.from(BUCKET).upload(path, file, { contentType: file.type })
  if (error) throw error
  await supabase.rpc('submit_death_certificate', { owner_id: ownerId, path }).throwOnError()
}

/**
 * A link that opens a certificate for five minutes. Made when it is needed and never kept.
 * @throws StorageError when the caller may not read the file
 */
export async function certificateLink(path: string): Promise<string> {
  const { data, error } = await supabase.storage.from(BUCKET).createSignedUrl(path, 300)
  if (error) throw error
  return data.signedUrl
}
