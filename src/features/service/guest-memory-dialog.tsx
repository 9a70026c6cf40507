import type { GuestChange } from '@/data/service/guest-link'
import { MemoryDialog } from '@/reading/memories/memory-dialog'

interface Props {
  ownerName: string
  /** Rejects when it is not known whether the memory was left. */
  leave: (memory: Extract<GuestChange, { memory: unknown }>['memory']) => Promise<void>
  onClose: () => void
}

/** Leaves a memory as a guest of the service. The photo travels with the words, so that the link is checked for both. */
export function GuestMemoryDialog({ ownerName, leave, onClose }: Props) {
  return (
    <MemoryDialog
      ownerName={ownerName}
      description={`Everyone who can see ${ownerName}’s memorial can read it, with your name. Other guests can’t. An executor can hide it, and you can delete it on this page, until 30 days after the service.`}
      leave={async ({ id, input, file }) =>
        leave({ id, words: input.words ?? '', ...(file ? { picture: await toBase64(file) } : {}) })
      }
      onClose={onClose}
    />
  )
}

/** Writes a file as text, to send it within JSON. @throws what the browser says when the file can't be read */
async function toBase64(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}
