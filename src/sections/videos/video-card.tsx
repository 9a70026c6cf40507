import type { Designation } from '@/data/people/designations'
import { formatDate } from '@/lib/dates'
import { RowActions, type RowButtons } from '@/plan/list-page'
import { DescriptionList } from '@/ui/lists/description-list'
import { VideoPlayer } from '@/ui/media/video-player'
import { Card } from '@/ui/page/card'
import { type VideoMessage, videoLink } from './data'
import { deliveryWords, recipientWords } from './recipient-words'

interface Props extends RowButtons {
  video: VideoMessage
  people: readonly Designation[]
}

/** One video: the player, its recipient, and when it is delivered. */
export function VideoCard({ video, people, ...buttons }: Props) {
  const { title, transcript } = video
  return (
    <li className="grid min-w-0 grid-cols-1">
      <Card
        title={<span className="wrap-anywhere">{title}</span>}
        headingLevel={3}
        className="flex flex-col"
        actions={<RowActions name={title} {...buttons} />}
      >
        <div className="grid grow grid-cols-1 content-start gap-4">
          <VideoPlayer title={title} makeLink={(purpose) => videoLink(video, purpose)} />
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
    </li>
  )
}
