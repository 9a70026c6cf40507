import { type ComponentProps, useState } from 'react'
import { type Memory, useHideMemory, useTakeBackMemory } from '@/data/memorial/memories'
import { MemoryContent } from '@/plan/memorial/memory-content'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Card } from '@/ui/page/card'

interface Props extends ComponentProps<typeof MemoryContent> {
  memory: Memory
  ownerId: string
  /** Whether the reader left it. */
  isOwn: boolean
  isExecutor: boolean
}

/** A memory, with what its reader may do: take back one's own, and, as an executor, hide one. */
export function MemoryCard({ memory, ownerId, isOwn, isExecutor, look }: Props) {
  const { is_hidden: isHidden, author_name: author } = memory
  const hide = useHideMemory(ownerId)
  const takeBack = useTakeBackMemory(ownerId)
  const [asking, setAsking] = useState(false)
  const actions = [
    isExecutor ? (
      <Button
        key="hide"
        busy={hide.isPending}
        busyLabel={isHidden ? 'Showing…' : 'Hiding…'}
        aria-label={`${isHidden ? 'Show again' : 'Hide'}: the memory from ${author}`}
        onClick={() => hide.mutate({ id: memory.id, is_hidden: !isHidden })}
      >
        {isHidden ? 'Show again' : 'Hide'}
      </Button>
    ) : null,
    isOwn ? (
      <Button key="remove" variant="quiet" icon="trash" onClick={() => setAsking(true)}>
        Take it back
      </Button>
    ) : null,
  ].filter(Boolean)
  return (
    <Card actions={actions.length > 0 ? actions : undefined}>
      {isHidden ? (
        <p className="mb-3 flex flex-wrap items-center gap-2.5 text-small text-ink-soft">
          <Badge>Hidden</Badge>
          <span>
            {isOwn ? 'Only you and the executor can see this.' : `Only executors and ${author} can see this.`}
          </span>
        </p>
      ) : null}
      <MemoryContent memory={memory} look={look} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Take this memory back?"
        consequence="It'll be deleted for everyone. This can't be undone, but you can leave another one."
        confirmLabel="Take it back"
        tone="danger"
        failureTitle="It wasn't taken back"
        onConfirm={() => takeBack.mutateAsync(memory)}
      />
    </Card>
  )
}
