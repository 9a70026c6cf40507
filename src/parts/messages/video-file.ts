import type { Tables } from '@/lib/database.types'
import { archiveName } from '@/lib/files/archive-names'

/** The stored file of a video, to play it or to save it under its title. */
export function videoFile(
  { storage_path, title }: Pick<Tables<'video_messages'>, 'storage_path' | 'title'>,
  purpose: 'play' | 'save',
) {
  const ending = /\.\w+$/.exec(storage_path)?.[0] ?? ''
  return {
    bucket: 'videos',
    path: storage_path,
    saveAs: purpose === 'save' ? `${archiveName(title, 'video')}${ending}` : undefined,
  } as const
}
