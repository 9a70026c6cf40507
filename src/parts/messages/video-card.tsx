import type { ReactNode } from 'react'
import { fileLink } from '@/data/files/file-link'
import type { Designation } from '@/data/people/designations'
import { formatDate } from '@/lib/dates'
import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import { VideoPlayer } from '@/ui/media/video-player'
import type { VideoMessage } from './data'
import { deliveryWords, recipientWords } from './recipient-words'
import { useFirstFrame } from './use-first-frame'
import { videoFile } from './video-file'

interface Props {
  video: VideoMessage
  people: readonly Designation[]
  actions: ReactNode
}

/** One video: the player, its recipient, and when it is delivered. */
export function VideoCard({ video, people, actions }: Props) {
  const { title, transcript } = video
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
