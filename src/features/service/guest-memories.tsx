import { useState } from 'react'
import type { GuestChange, GuestMemory, GuestPage } from '@/data/service/guest-link'
import { MemoryCard } from '@/reading/memories/memory-card'
import { Button } from '@/ui/base/button'
import { DoneNotice } from '@/ui/base/notice'
import { PageSection } from '@/ui/base/page'
import { inDialog, onDemand } from '@/ui/late'

const MemoryDialog = onDemand(async () => (await import('./guest-memory-dialog')).GuestMemoryDialog, inDialog)

/** How many memories of a guest are there at a time; the database enforces the same limit. */
const MOST = 10

interface Props {
  ownerName: string
  page: GuestPage
  /** Rejects when it is not known whether the change was saved. */
  change: (wanted: GuestChange) => Promise<void>
}

/** What a guest remembers: to add to, and to take back. What others left is not for guests. */
export function GuestMemories({ ownerName, page, change }: Props) {
  const { takes_memories: isOpen, memories, guest_name: guestName } = page
  const [isWriting, setIsWriting] = useState(false)
  const [hasLeft, setHasLeft] = useState(false)
  return (
    <PageSection
      title="Memories"
      intro={
        isOpen
          ? `What do you remember of ${ownerName}? A few words or a photo, for everyone who can see ${ownerName}’s memorial.`
          : 'The family isn’t taking memories here right now. These are yours.'
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {hasLeft ? (
          <DoneNotice title="Thank you for your memory">
            Everyone who can see {ownerName}’s memorial can read it, unless an executor hides it.
          </DoneNotice>
        ) : null}
        {memories.length > 0 ? (
          <ul aria-label="Your memories" className="grid grid-cols-1 gap-4">
            {memories.map((memory) => (
              <li key={memory.id}>
                <OwnMemory
                  memory={memory}
                  guestName={guestName}
                  takeBack={async () => {
                    setHasLeft(false)
                    await change({ take_back: memory.id })
                  }}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {!isOpen ? null : memories.length < MOST ? (
          <div className="print:hidden">
            <Button icon="plus" onClick={() => setIsWriting(true)}>
              {memories.length > 0 ? 'Leave another memory' : 'Leave a memory'}
            </Button>
          </div>
        ) : (
          <p className="text-ink-soft print:hidden">
            There’s room for {MOST} memories from each guest. To leave another, delete one first.
          </p>
        )}
      </div>
      {isWriting ? (
        <MemoryDialog
          ownerName={ownerName}
          leave={async (memory) => {
            setHasLeft(false)
            await change({ memory })
            setHasLeft(true)
          }}
          onClose={() => setIsWriting(false)}
        />
      ) : null}
    </PageSection>
  )
}

interface OwnMemoryProps {
  memory: GuestMemory
  guestName: string
  takeBack: () => Promise<unknown>
}

function OwnMemory({ memory: { id, picture, ...memory }, guestName, takeBack }: OwnMemoryProps) {
  return (
    <MemoryCard
      // Each change of the page brings another link to the same picture, which stays on the screen.
      memory={{ ...memory, author_name: guestName, picture_path: picture && id }}
      look={async () => picture ?? ''}
      hiddenWords={memory.is_hidden ? 'Only you and the executor can see this.' : null}
      takeBack={takeBack}
    />
  )
}
