import { useState } from 'react'
import { formatDate } from '@/lib/dates'
import { listFacts } from '@/parts/kit/facts'
import { Badge } from '@/ui/base/badge'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { takeFocus } from '@/ui/base/notice'
import { SaveFileButton } from '@/ui/media/file-buttons'
import { VideoPlayer, type VideoPlayerProps } from '@/ui/media/video-player'
import { isLetter, isVideo, type Letter, type Message, type VideoMessage } from '.'
import { LetterWords, PrintLetterButton } from './letter/letter-sheet'
import { useFirstFrame } from './video/use-first-frame'
import { videoFile } from './words'

/** Whom a message is for. The policies never return one for another person, so a personal one is for this reader. */
const recipientOf = ({ for_beneficiary }: Pick<Message, 'for_beneficiary'>) =>
  for_beneficiary === null ? 'For everyone' : 'For you'

interface LetterCardProps {
  letter: Letter
  /** Called when it is opened. */
  onOpen: (() => void) | undefined
}

/** One letter as its reader finds it: closed, until they open it. */
function LetterCard({ letter, onOpen }: LetterCardProps) {
  const { title, body, created_at } = letter
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={<span className="wrap-anywhere">{title}</span>}
      headingLevel={3}
      aside={<Badge>{recipientOf(letter)}</Badge>}
    >
      <p className="mb-4 text-ink-soft">A letter, added {formatDate(created_at)}</p>
      {isOpen ? (
        <div ref={takeFocus} tabIndex={-1} className="grid gap-5 rounded-small">
          <LetterWords body={body} />
          <div className="print:hidden">
            <PrintLetterButton title={title} body={body} />
          </div>
        </div>
      ) : (
        <Button
          icon="document"
          aria-label={`Open ${title}`}
          onClick={() => {
            setOpen(true)
            onOpen?.()
          }}
        >
          Open this letter
        </Button>
      )}
    </Card>
  )
}

interface VideoCardProps extends Pick<VideoPlayerProps, 'makeLink' | 'noLinkTitle'> {
  message: VideoMessage
  /** See useFirstFrame. */
  look: (() => Promise<string>) | undefined
}

/** One video message as its reader sees it: the player, the recipient, and the transcript next to it. */
function VideoCard({ message, makeLink, look, noLinkTitle }: VideoCardProps) {
  const { title, transcript, captions } = message
  const { card, frame } = useFirstFrame(message, look)
  return (
    <Card
      title={<span className="wrap-anywhere">{title}</span>}
      headingLevel={3}
      aside={<Badge>{recipientOf(message)}</Badge>}
    >
      <p className="mb-4 text-ink-soft">Added {formatDate(message.created_at)}</p>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 md:grid-cols-[3fr_2fr] print:block">
        <div ref={card} className="grid gap-3">
          <VideoPlayer
            title={title}
            frame={frame}
            captions={captions}
            makeLink={makeLink}
            noLinkTitle={noLinkTitle}
          />
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

export const facts = listFacts<Message>({
  intro: () => 'Take your time. Nothing plays or opens before you press it.',
  empty: (ownerName) => `There’s no message here for you from ${ownerName}.`,
  rowsFor: (messages, { messageIds }) =>
    messageIds ? messages.filter(({ id }) => messageIds.has(id)) : messages,
  item: (message, { open, look, noteOpened, noLinkTitle }) => {
    if (isLetter(message))
      return <LetterCard letter={message} onOpen={noteOpened && (() => noteOpened(message.id))} />
    return isVideo(message) ? (
      <VideoCard
        message={message}
        noLinkTitle={noLinkTitle}
        look={look && (() => look(videoFile(message, 'play')))}
        makeLink={(purpose) => open(message.id, videoFile(message, purpose))}
      />
    ) : null
  },
})
