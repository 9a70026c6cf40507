import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FirstFrame } from '@/browser/files/first-frame'
import { savesData } from '@/browser/saves-data'
import { formatDate } from '@/lib/dates'
import { listFacts } from '@/parts/kit/facts'
import { sampleTimes } from '@/parts/kit/sample-times'
import { Badge } from '@/ui/base/badge'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { takeFocus } from '@/ui/base/notice'
import { SaveFileButton } from '@/ui/media/file-buttons'
import { VideoPlayer, type VideoPlayerProps } from '@/ui/media/video-player'
import { isLetter, isVideo, type Letter, type Message, rows, type VideoMessage } from '.'
import { LetterWords, PrintLetterButton } from './letter/letter-sheet'
import { videoFile } from './words'

/** Whether an element has come near the screen. Stays true from then on. False where the browser cannot tell. */
function useIsSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setIsSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}

/**
 * The first picture of a video, once its card has come near the screen. It is kept only while the page is open, and
 * leaves with the list of videos when the reader's access ends.
 * @param makeLink makes a link to play the video, without a note in the access history; left out, there is no picture
 */
export function useFirstFrame(
  { id, user_id }: Pick<VideoMessage, 'id' | 'user_id'>,
  makeLink: (() => Promise<string>) | undefined,
): { card: RefObject<HTMLDivElement | null>; frame: FirstFrame | null } {
  const card = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(card)
  const { data } = useQuery({
    queryKey: [...rows.keys.ofOwner(user_id), 'first-frame', id],
    queryFn: async ({ signal }) =>
      makeLink ? (await import('@/browser/files/first-frame')).firstFrame(makeLink, signal) : null,
    // People who asked their browser to save data press play for the picture.
    enabled: isSeen && makeLink !== undefined && !savesData(),
    // The file of a video never changes, so a change of the list is no reason to read it again.
    staleTime: 'static',
    retry: false,
  })
  return { card, frame: data ?? null }
}

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

/** For the practice. */
export const sample: Message[] = [
  {
    id: 'message',
    user_id: 'sample',
    title: 'Sample message',
    storage_path: 'sample-message.mp4',
    for_beneficiary: 0,
    deliver_on: null,
    transcript: 'This is a sample. On the day, you can read here what’s said in the video.',
    body: null,
    captions: null,
    ...sampleTimes,
  },
  {
    id: 'letter',
    user_id: 'sample',
    title: 'Sample letter',
    storage_path: null,
    for_beneficiary: 0,
    deliver_on: null,
    transcript: null,
    body: 'This is a sample.\n\nOn the day, letters to you open here, and you can print each of them.',
    captions: null,
    ...sampleTimes,
  },
]
