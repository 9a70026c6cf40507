import { type ComponentProps, type ReactNode, useState } from 'react'
import { Badge } from '@/ui/base/badge'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { MemoryContent } from './memory-content'

interface Props extends ComponentProps<typeof MemoryContent> {
  /** Who can see it, when an executor hid it; null while it is not hidden. */
  hiddenWords: string | null
  /** What else the reader may do. */
  action?: ReactNode
  /** Removes it; for its author alone. */
  takeBack?: (() => Promise<unknown>) | undefined
}

/** A memory, with what its reader may do. */
export function MemoryCard({ memory, look, hiddenWords, action, takeBack }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <Card
      actions={
        action || takeBack ? (
          <>
            {action}
            {takeBack ? (
              <Button variant="quiet" icon="trash" onClick={() => setAsking(true)}>
                Delete
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {hiddenWords === null ? null : (
        <p className="mb-3 flex flex-wrap items-center gap-2.5 text-small text-ink-soft">
          <Badge>Hidden</Badge>
          <span>{hiddenWords}</span>
        </p>
      )}
      <MemoryContent memory={memory} look={look} />
      {takeBack ? (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Delete this memory?"
          consequence="It’ll be deleted for everyone. This can’t be undone, but you can leave another one."
          confirmLabel="Delete"
          tone="danger"
          failureTitle="We couldn’t delete it"
          onConfirm={takeBack}
        />
      ) : null}
    </Card>
  )
}
