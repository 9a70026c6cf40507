import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { designationsQuery } from '@/data/people/designations'
import { useDeleteRow } from '@/data/rows/owned-list'
import { useUser } from '@/data/session/session'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { WhilePlanOpen } from '@/plan/plan-open'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { PagedList } from '@/ui/lists/paged-list'
import { Notice } from '@/ui/notice'
import { Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState, SkeletonCards } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { type VideoMessage, videoMessages } from './data'
import { EditVideoDialog } from './edit-video-dialog'
import { VideoCard } from './video-card'

// The recorder is much code, and most visits are for watching.
const AddVideoDialog = lazy(() =>
  import('./add-video-dialog').then((module) => ({ default: module.AddVideoDialog })),
)

const grid = 'grid grid-cols-1 gap-5 md:grid-cols-2'

/** /videos: messages in the owner's own voice, and who receives them when. */
export function Component() {
  const user = useUser()
  const videos = useQuery(videoMessages.query(user.id))
  const people = useQuery(designationsQuery(user.id))
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<VideoMessage | null>(null)
  const [deleting, setDeleting] = useState<VideoMessage | null>(null)
  const named = people.data ?? []
  const refresh = () => Promise.all([videos.refetch(), people.refetch()])
  // A video can be watched and kept in order also while nobody can tell the names of the people.
  const withoutPeople = people.data === undefined && people.error !== null
  const all = {
    data: people.data || withoutPeople ? videos.data : undefined,
    error: videos.error ?? (withoutPeople ? null : people.error),
    isFetching: videos.isFetching || people.isFetching,
    refetch: refresh,
  }
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" disabled={!all.data} onClick={() => setAdding(true)}>
        Add Video
      </Button>
    </WhilePlanOpen>
  )

  return (
    <Page
      title="Video Messages"
      intro="A few words in your own voice, for the people you leave behind. You choose who receives each one, and when."
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={all.data?.length ? addButton : undefined}
    >
      <Section
        title="Your videos"
        actions={
          all.data ? (
            <Button icon="retry" busy={all.isFetching} busyLabel="Refreshing…" onClick={() => void refresh()}>
              Refresh
            </Button>
          ) : undefined
        }
      >
        {withoutPeople && videos.data ? (
          <Notice
            tone="warning"
            role="status"
            className="mb-5"
            title="The people you have named could not be loaded"
            action={
              <Button
                icon="retry"
                busy={people.isFetching}
                busyLabel="Trying again…"
                onClick={() => void people.refetch()}
              >
                Try again
              </Button>
            }
          >
            Until then their names are missing here, and who receives a video cannot be chosen.
          </Notice>
        ) : null}
        <Loaded
          query={all}
          loading="Loading your videos"
          errorTitle="Unable to load video messages"
          skeleton={<SkeletonCards label="Loading your videos" />}
        >
          {(list) =>
            list.length === 0 ? (
              <EmptyState title="No videos yet" action={addButton}>
                <p>
                  Long after everything else is settled, people wish they could hear a voice once more. It
                  need not be a speech: a minute is enough, to one person or to all, for now or for a day to
                  come.
                </p>
              </EmptyState>
            ) : (
              <PagedList label="Video messages" items={list} className={grid}>
                {(video) => (
                  <VideoCard
                    key={video.id}
                    video={video}
                    people={named}
                    onEdit={() => setEditing(video)}
                    onDelete={() => setDeleting(video)}
                  />
                )}
              </PagedList>
            )
          }
        </Loaded>
        <VisibilityNote className="mt-4">
          Nobody but you can see a video before your memorial opens: after your death has been verified, or
          earlier if you lift the visibility hold. A video for one person is seen by that person alone.
        </VisibilityNote>
      </Section>
      {adding ? (
        <Suspense>
          <AddVideoDialog ownerId={user.id} people={people.data ?? null} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
      {editing ? (
        <EditVideoDialog
          ownerId={user.id}
          video={editing}
          people={people.data ?? null}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {deleting ? <DeleteVideo ownerId={user.id} video={deleting} onClose={() => setDeleting(null)} /> : null}
    </Page>
  )
}

function DeleteVideo({
  ownerId,
  video,
  onClose,
}: {
  ownerId: string
  video: VideoMessage
  onClose: () => void
}) {
  const remove = useDeleteRow(videoMessages, ownerId)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${video.title}”?`}
      consequence="The video itself is deleted too, and nobody will receive it. This cannot be undone."
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.error ? errorSentence(remove.error) : undefined}
      onConfirm={() => remove.mutate(video.id, { onSuccess: onClose })}
    />
  )
}
