import { useQuery } from '@tanstack/react-query'
import { designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { ListPage, wordsFor } from '@/plan/list-page'
import { Button } from '@/ui/button'
import { PagedList } from '@/ui/lists/paged-list'
import { Notice } from '@/ui/notice'
import { joined } from '@/ui/page/joined'
import { RetryButton } from '@/ui/page/loaded'
import { onDemand } from '@/ui/page/on-demand'
import { type VideoMessage, videoMessages } from './data'
import { VideoCard } from './video-card'

const VideoDialog = onDemand(async () => (await import('./video-dialog')).VideoDialog)

const words = {
  ...wordsFor('Video', 'videos'),
  title: 'Video Messages',
  intro:
    'A few words in your own voice, for the people you leave behind. You choose who receives each one, and when.',
  failed: 'Unable to load video messages',
  why: 'Long after everything else is settled, people wish they could hear a voice once more. It need not be a speech: a minute is enough, to one person or to all, for now or for a day to come.',
  visibility:
    'Nobody but you can see a video before your memorial opens: after your death has been verified, or earlier if you lift the visibility hold. A video for one person is seen by that person alone.',
  name: ({ title }: VideoMessage) => title,
  shortName: ({ title }: VideoMessage) => `“${title}”`,
  consequence: () => 'The video itself is deleted too, and nobody will receive it. This cannot be undone.',
}

/** /videos: the owner's video messages, and who receives them when. */
export function Component() {
  const { id: ownerId } = useUser()
  const videos = useQuery(videoMessages.query(ownerId))
  const people = useQuery(designationsQuery(ownerId))
  // Videos can be watched and managed even if the names of the people cannot be loaded.
  const withoutPeople = people.isFetched && people.data === undefined
  const both = joined(videos, people)
  const rows = withoutPeople
    ? { ...both, data: videos.data, error: videos.error }
    : { ...both, data: both.data?.[0] }

  return (
    <ListPage
      list={videoMessages}
      rows={rows}
      words={words}
      dialog={VideoDialog}
      listActions={
        <Button
          icon="retry"
          busy={both.isFetching}
          busyLabel="Refreshing…"
          onClick={() => void both.refetch()}
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
      cards={2}
    >
      {(all, actionsOf) => (
        <PagedList
          label="Video messages"
          items={all}
          className="grid grid-cols-1 gap-5 md:grid-cols-2"
          itemClassName="grid min-w-0 grid-cols-1"
        >
          {(video) => <VideoCard video={video} people={people.data ?? []} actions={actionsOf(video)} />}
        </PagedList>
      )}
    </ListPage>
  )
}
