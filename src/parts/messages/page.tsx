import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fileLink } from '@/data/files/storage'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { ListPage, wordsFor } from '@/parts/kit/list-page'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { allLoaded, RetryButton } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { inDialog, onDemand } from '@/ui/late'
import { DescriptionList } from '@/ui/lists/description-list'
import { PagedList } from '@/ui/lists/paged-list'
import { VideoPlayer } from '@/ui/media/video-player'
import { type VideoMessage, videoMessages } from './data'
import { useFirstFrame } from './facts'
import { deliveryWords, hasEnded, recipientWords, videoFile } from './words'

const VideoDialog = onDemand(async () => (await import('./dialog')).VideoDialog, inDialog)

const words = {
  ...wordsFor('Video', 'videos'),
  title: 'Video Messages',
  intro:
    'A few words in your own voice, for the people you leave behind. You choose who receives each one, and when.',
  failed: 'Unable to load video messages',
  why: "Long after everything is settled, people wish they could hear your voice again. It doesn't need to be a speech. A minute is enough, for one person or for everyone, for now or for a day to come.",
  visibility:
    "Only the people you've named can see your videos: after your death, or sooner if you choose. If a video is for one person, only they can watch it.",
  name: ({ title }: VideoMessage) => title,
  shortName: ({ title }: VideoMessage) => `“${title}”`,
  consequence: () =>
    "The video itself will be deleted too, and no one will receive it. This can't be undone.",
}

/** /videos: the owner's video messages, and who receives them when. */
export function Component() {
  const { id: ownerId } = useUser()
  const videos = useQuery(videoMessages.query(ownerId))
  const people = useQuery(designationsQuery(ownerId))
  // Videos can be watched and managed even if the names of the people cannot be loaded.
  const withoutPeople = people.isFetched && people.data === undefined
  const both = allLoaded(videos, people)
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
          busyLabel="Refreshing..."
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
            title="We couldn't load the people you've named"
            action={<RetryButton query={people} />}
          >
            Until then we can't show their names, and you can't choose who receives a video.
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
          {(video) => (
            <VideoCard
              video={video}
              people={people.data ?? []}
              actions={actionsOf(video, { hasMain: true })}
            />
          )}
        </PagedList>
      )}
    </ListPage>
  )
}

interface VideoCardProps {
  video: VideoMessage
  people: readonly Designation[]
  actions: ReactNode
}

/** One video: the player, its recipient, and when it is delivered. */
function VideoCard({ video, people, actions }: VideoCardProps) {
  const { title, transcript } = video
  const person = people.find(({ id }) => id === video.for_beneficiary)
  const { card, frame } = useFirstFrame(video, () => fileLink(videoFile(video, 'play')))
  return (
    <Card
      title={<span className="wrap-anywhere">{title}</span>}
      headingLevel={3}
      className="flex flex-col"
      actions={actions}
    >
      <div ref={card} className="grid grow grid-cols-1 content-start gap-4">
        <VideoPlayer
          title={title}
          frame={frame}
          makeLink={(purpose) => fileLink(videoFile(video, purpose))}
        />
        <DescriptionList
          items={[
            { term: 'Who receives it', value: recipientWords(video, people) },
            { term: 'When', value: deliveryWords(video) },
            { term: 'Added', value: formatDate(video.created_at) },
          ]}
        />
        {person && hasEnded(person) ? (
          <Notice tone="warning" title="This video reaches no one">
            Choose who else should receive it, or name {person.person_name} again.
          </Notice>
        ) : null}
        {transcript ? (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 font-semibold">Transcript</summary>
            <p className="wrap-anywhere whitespace-pre-line">{transcript}</p>
          </details>
        ) : null}
      </div>
    </Card>
  )
}
