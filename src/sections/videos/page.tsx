import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { ListPage } from '@/plan/list-page'
import { Button } from '@/ui/button'
import { PagedList } from '@/ui/lists/paged-list'
import { Notice } from '@/ui/notice'
import { RetryButton } from '@/ui/page/loaded'
import { SkeletonCards } from '@/ui/page/states'
import { type VideoMessage, videoMessages } from './data'
import { EditVideoDialog } from './edit-video-dialog'
import { VideoCard } from './video-card'

// Loaded lazily: the recorder is a lot of code, and most visits are for watching.
const AddVideoDialog = lazy(() =>
  import('./add-video-dialog').then((module) => ({ default: module.AddVideoDialog })),
)

const words = {
  title: 'Video Messages',
  intro:
    'A few words in your own voice, for the people you leave behind. You choose who receives each one, and when.',
  heading: 'Your videos',
  add: 'Add Video',
  loading: 'Loading your videos',
  failed: 'Unable to load video messages',
  empty: {
    title: 'No videos yet',
    text: 'Long after everything else is settled, people wish they could hear a voice once more. It need not be a speech: a minute is enough, to one person or to all, for now or for a day to come.',
  },
  visibility:
    'Nobody but you can see a video before your memorial opens: after your death has been verified, or earlier if you lift the visibility hold. A video for one person is seen by that person alone.',
  deletion: ({ title }: VideoMessage) => ({
    title: `Delete “${title}”?`,
    consequence: 'The video itself is deleted too, and nobody will receive it. This cannot be undone.',
  }),
}

/** /videos: the owner's video messages, and who receives them when. */
export function Component() {
  const { id: ownerId } = useUser()
  const videos = useQuery(videoMessages.query(ownerId))
  const people = useQuery(designationsQuery(ownerId))
  // Videos can be watched and managed even if the names of the people cannot be loaded.
  const withoutPeople = people.data === undefined && people.error !== null
  const rows = {
    data: people.data || withoutPeople ? videos.data : undefined,
    error: videos.error ?? (withoutPeople ? null : people.error),
    isFetching: videos.isFetching || people.isFetching,
    refetch: () => Promise.all([videos.refetch(), people.refetch()]),
  }

  const form = (video: VideoMessage | null, onClose: () => void) => {
    // The people are not loaded yet, so the form cannot offer recipients.
    if (!rows.data) return null
    const shared = { ownerId, people: people.data ?? null, onClose }
    return video ? (
      <EditVideoDialog {...shared} video={video} />
    ) : (
      <Suspense>
        <AddVideoDialog {...shared} />
      </Suspense>
    )
  }

  return (
    <ListPage
      ownerId={ownerId}
      list={videoMessages}
      rows={rows}
      words={words}
      listActions={
        <Button
          icon="retry"
          busy={rows.isFetching}
          busyLabel="Refreshing…"
          onClick={() => void rows.refetch()}
        >
          Refresh
        </Button>
      }
      notice={
        withoutPeople && videos.data ? (
          <Notice
            tone="warning"
            role="status"
            className="mb-5"
            title="The people you have named could not be loaded"
            action={<RetryButton query={people} />}
          >
            Until then their names are missing here, and who receives a video cannot be chosen.
          </Notice>
        ) : null
      }
      skeleton={<SkeletonCards label={words.loading} />}
      form={form}
    >
      {(all, buttonsOf) => (
        <PagedList label="Video messages" items={all} className="grid grid-cols-1 gap-5 md:grid-cols-2">
          {(video) => (
            <VideoCard key={video.id} video={video} people={people.data ?? []} {...buttonsOf(video)} />
          )}
        </PagedList>
      )}
    </ListPage>
  )
}
