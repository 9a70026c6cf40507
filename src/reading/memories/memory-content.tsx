import type { LinkedFile } from '@/data/files/storage'
import type { Memory } from '@/data/memorial/memories'
import { formatDate } from '@/lib/dates'
import { Picture } from '@/ui/media/picture'

interface Props {
  memory: Pick<Memory, 'picture_path' | 'words' | 'author_name' | 'created_at'> &
    Partial<Pick<Memory, 'guest_id'>>
  /** Makes a link to its picture. */
  look: (file: LinkedFile) => Promise<string>
}

/** A memory as its readers see it, on the screen and in the binder. */
export function MemoryContent({ memory, look }: Props) {
  const { picture_path: path, words, author_name: author, guest_id, created_at } = memory
  return (
    <div className="grid gap-4 break-inside-avoid">
      {path === null ? null : (
        <div className="max-w-form">
          <Picture
            id={path}
            alt={`Photo from ${author}`}
            link={() => look({ bucket: 'memories', path })}
            className="max-h-96 min-h-40 w-full max-w-full rounded-card"
            whole
          />
        </div>
      )}
      {words === null ? null : <p className="max-w-prose whitespace-pre-line wrap-anywhere">{words}</p>}
      <p className="text-small text-ink-soft">
        {author}
        {guest_id ? ', a guest of the service' : ''}, {formatDate(created_at)}
      </p>
    </div>
  )
}
