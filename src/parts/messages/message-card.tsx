import type { Tables } from '@/lib/database.types'
import { formatDate } from '@/lib/dates'
import { Badge } from '@/ui/base/badge'
import { Card } from '@/ui/base/card'
import { SaveFileButton } from '@/ui/media/save-file-button'
import { VideoPlayer, type VideoPlayerProps } from '@/ui/media/video-player'
import { useFirstFrame } from './use-first-frame'

export interface MessageCardProps extends Pick<VideoPlayerProps, 'makeLink' | 'noLinkTitle'> {
  message: Pick<
    Tables<'video_messages'>,
    'id' | 'user_id' | 'title' | 'for_beneficiary' | 'transcript' | 'created_at'
  >
  /** See useFirstFrame. */
  look: (() => Promise<string>) | undefined
}

/** One video message as its reader sees it: the player, the recipient, and the transcript next to it. */
export function MessageCard({ message, makeLink, look, noLinkTitle }: MessageCardProps) {
  const { title, transcript } = message
  const { card, frame } = useFirstFrame(message, look)
  // The policies never return a message for another person, so a personal message is for this reader.
  const recipient = message.for_beneficiary === null ? 'For everyone' : 'For you'
  return (
    <Card
      title={<span className="wrap-anywhere">{title}</span>}
      headingLevel={3}
      aside={<Badge>{recipient}</Badge>}
    >
      <p className="mb-4 text-ink-soft">Added {formatDate(message.created_at)}</p>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 md:grid-cols-[3fr_2fr] print:block">
        <div ref={card} className="grid gap-3">
          <VideoPlayer title={title} frame={frame} makeLink={makeLink} noLinkTitle={noLinkTitle} />
          <div className="flex flex-wrap items-center gap-3 print:hidden">
            <SaveFileButton label={`Save this video: ${title}`} link={() => makeLink('save')}>
              Save this video
            </SaveFileButton>
          </div>
        </div>
        {transcript ? (
          <section
            aria-label={`Transcript of ${title}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long text
            tabIndex={0}
            className="max-h-96 overflow-y-auto rounded-control border border-line px-4 py-3 print:max-h-none print:overflow-visible print:border-0 print:px-0"
          >
            <h4 className="font-semibold">Transcript</h4>
            <p className="wrap-anywhere whitespace-pre-line">{transcript}</p>
          </section>
        ) : null}
      </div>
    </Card>
  )
}
