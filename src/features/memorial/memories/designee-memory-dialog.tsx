import { useUpload } from '@/data/files/use-upload'
import { useLeaveMemory } from '@/data/memorial/memories'
import { MemoryDialog } from '@/reading/memories/memory-dialog'
import { UploadProgress } from '@/ui/forms/upload-progress'

interface Props {
  ownerId: string
  ownerName: string
  /** The signed-in person. */
  authorId: string
  onClose: () => void
}

/** Leaves a memory as someone whom the owner named. */
export function DesigneeMemoryDialog({ ownerId, ownerName, authorId, onClose }: Props) {
  const { mutateAsync: leave } = useLeaveMemory(ownerId, authorId)
  const { upload, onUpload } = useUpload()
  return (
    <MemoryDialog
      ownerName={ownerName}
      description={`Everyone who can see ${ownerName}’s memorial can read it, with your name. An executor can hide it, and you can delete it.`}
      leave={(memory) => leave({ ...memory, onUpload })}
      progress={upload ? <UploadProgress {...upload} /> : null}
      onClose={onClose}
    />
  )
}
