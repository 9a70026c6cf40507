import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileLink } from '@/data/files/storage'
import type { Memorial } from '@/data/memorial/memorials'
import { memoriesQuery } from '@/data/memorial/memories'
import { useUser } from '@/data/session/session'
import { Button } from '@/ui/base/button'
import { Loaded } from '@/ui/base/loaded'
import { PageSection } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { inDialog, onDemand } from '@/ui/late'
import { PagedList } from '@/ui/lists/paged-list'
import { DesigneeMemoryCard } from './designee-memory-card'

const MemoryDialog = onDemand(
  async () => (await import('./designee-memory-dialog')).DesigneeMemoryDialog,
  inDialog,
)

/** What the people whom an owner named remember, and guests of the service: to read, and to add to. */
export function Memories({ owner, role }: Pick<Memorial, 'owner' | 'role'>) {
  const ownerId = owner.user_id
  const ownerName = owner.full_name ?? 'your loved one'
  const me = useUser().id
  const memories = useQuery(memoriesQuery(ownerId))
  const [isWriting, setIsWriting] = useState(false)
  const leave = (
    <Button variant="primary" icon="plus" onClick={() => setIsWriting(true)}>
      Leave a memory
    </Button>
  )
  return (
    <PageSection
      title="Memories"
      intro={`A few words or a photo, for everyone who can see ${ownerName}’s memorial.`}
      actions={memories.data?.length ? leave : undefined}
    >
      <Loaded
        query={memories}
        loading="Loading the memories"
        errorTitle="Unable to load the memories"
        cards={2}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No memories yet" action={leave}>
              What do you remember of {ownerName}? A line is enough. You can delete it whenever you like.
            </EmptyState>
          ) : (
            <PagedList label="Memories" items={all}>
              {(memory) => (
                <DesigneeMemoryCard
                  memory={memory}
                  ownerId={ownerId}
                  isOwn={memory.author_id === me}
                  isExecutor={role === 'executor'}
                  look={fileLink}
                />
              )}
            </PagedList>
          )
        }
      </Loaded>
      {isWriting ? (
        <MemoryDialog
          ownerId={ownerId}
          ownerName={ownerName}
          authorId={me}
          onClose={() => setIsWriting(false)}
        />
      ) : null}
    </PageSection>
  )
}
