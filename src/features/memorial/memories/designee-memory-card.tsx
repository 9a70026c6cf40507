import type { LinkedFile } from '@/data/files/storage'
import { type Memory, useHideMemory, useTakeBackMemory } from '@/data/memorial/memories'
import { MemoryCard } from '@/reading/memories/memory-card'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure'

interface Props {
  memory: Memory
  ownerId: string
  /** Whether the reader left it. */
  isOwn: boolean
  isExecutor: boolean
  /** Makes a link to its picture. */
  look: (file: LinkedFile) => Promise<string>
}

/** A memory in the memorial: its author may take it back, an executor may hide it. */
export function DesigneeMemoryCard({ memory, ownerId, isOwn, isExecutor, look }: Props) {
  const { id, is_hidden: isHidden, author_name: author } = memory
  const hide = useHideMemory(ownerId)
  const takeBack = useTakeBackMemory(ownerId)
  const whoSees = isOwn
    ? 'Only you and the executor can see this.'
    : `Only executors and ${author} can see this.`
  return (
    <MemoryCard
      memory={memory}
      look={look}
      hiddenWords={isHidden ? whoSees : null}
      action={
        isExecutor ? (
          <>
            <Button
              busy={hide.isPending}
              busyLabel={isHidden ? 'Showing...' : 'Hiding...'}
              aria-label={`${isHidden ? 'Show again' : 'Hide'}: the memory from ${author}`}
              onClick={() => hide.mutate({ id, is_hidden: !isHidden })}
            >
              {isHidden ? 'Show again' : 'Hide'}
            </Button>
            <FailureLine problem={hide.error} className="mt-2">
              Nothing was changed:
            </FailureLine>
          </>
        ) : null
      }
      takeBack={isOwn ? () => takeBack.mutateAsync(memory) : undefined}
    />
  )
}
