import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fileLink } from '@/data/files/storage'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { ListPage, wordsFor } from '@/parts/kit/list-page'
import { WhilePlanOpen } from '@/parts/kit/plan-open'
import { useOpenDialog } from '@/parts/kit/use-list-dialogs'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { allLoaded, RetryButton } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { inDialog, onDemand } from '@/ui/late'
import { DescriptionList } from '@/ui/lists/description-list'
import { PagedList } from '@/ui/lists/paged-list'
import { VideoPlayer } from '@/ui/media/video-player'
import { isLetter, isVideo, type Letter, type Message, type VideoMessage } from '.'
import { videoMessages } from './data'
import { LetterWords, PrintLetterButton } from './letter/letter-sheet'
import { UnsavedLetters } from './letter/unsaved-letters'
import { useFirstFrame } from './video/use-first-frame'
import { CAPTIONS, deliveryWords, hasEnded, LETTER, recipientWords, videoFile } from './words'

const MessageDialog = onDemand(async () => (await import('./dialog')).MessageDialog, inDialog)

const words = {
  ...wordsFor('Video', 'messages'),
  title: 'Video Messages',
  intro:
    'A few words from you, spoken or written, for the people you leave behind. You choose who receives each one, and when.',
  failed: 'Unable to load video messages',
  why: 'Long after everything is settled, people wish they could hear your voice again. It doesn’t need to be a speech. A minute is enough, or a letter of a few lines, for one person or for everyone, for now or for a day to come.',
  visibility:
    'Only the people you’ve named can see your messages, and only after your death unless you share them sooner. If a message is for one person, only they can see it.',
  name: ({ title }: Message) => title,
  shortName: ({ title }: Message) => `“${title}”`,
  consequence: (message: Message) =>
    isLetter(message)
      ? 'No one will receive this letter. This can’t be undone.'
      : 'The video itself will be deleted too, and no one will receive it. This can’t be undone.',
  deleted: (message: Message) => (isLetter(message) ? 'Letter deleted' : 'Video deleted'),
}

/** /videos: the owner's videos and letters, and who receives them when. */
export function Component() {
  const { id: ownerId } = useUser()
  const messages = useQuery(videoMessages.query(ownerId))
  const open = useOpenDialog()
  const people = useQuery(designationsQuery(ownerId))
  // Messages can be watched, read and managed even if the names of the people cannot be loaded.
  const withoutPeople = people.isFetched && people.data === undefined
  const both = allLoaded(messages, people)
  const rows = withoutPeople
    ? { ...both, data: messages.data, error: messages.error }
    : { ...both, data: both.data?.[0] }

  return (
    <ListPage
      list={videoMessages}
      rows={rows}
      words={words}
      drawing="video"
      dialog={MessageDialog}
      actions={() => (
        <>
          <WhilePlanOpen>
            <Button icon="edit" onClick={() => open(`?add=${LETTER}`)}>
              Write a letter
            </Button>
          </WhilePlanOpen>
          <Button
            variant="quiet"
            icon="retry"
            busy={both.isFetching}
            busyLabel="Refreshing..."
            onClick={() => void both.refetch()}
          >
            Refresh
          </Button>
        </>
      )}
      notice={
        <>
          {messages.data ? <UnsavedLetters ownerId={ownerId} messages={messages.data} /> : null}
          {withoutPeople && messages.data ? (
            <Notice
              tone="warning"
              role="status"
              className="mb-5"
              title="We couldn’t load the people you’ve named"
              action={<RetryButton query={people} />}
            >
              Until then we can’t show their names, and you can’t choose who receives a message.
            </Notice>
          ) : null}
        </>
      }
      cards={2}
    >
      {(all, actionsOf) => (
        <PagedList
          label="Video messages"
          items={all}
          className="grid grid-cols-1 gap-5 lg:grid-cols-2"
          itemClassName="grid min-w-0 grid-cols-1"
        >
          {(message) => {
            const shared = { people: people.data ?? [], actions: actionsOf(message, { hasMain: true }) }
            if (isLetter(message)) return <LetterCard letter={message} {...shared} />
            return isVideo(message) ? <VideoCard video={message} {...shared} /> : null
          }}
        </PagedList>
      )}
    </ListPage>
  )
}

interface CardProps {
  people: readonly Designation[]
  actions: ReactNode
}

interface AddressProps extends Pick<CardProps, 'people'> {
  message: Message
  /** "video" */
  noun: string
}

/** Who receives a message and when, and whether it reaches anyone. */
function Address({ message, people, noun }: AddressProps) {
  const person = people.find(({ id }) => id === message.for_beneficiary)
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Who receives it', value: recipientWords(message, people) },
          { term: 'When', value: deliveryWords(message) },
          { term: 'Added', value: formatDate(message.created_at) },
        ]}
      />
      {person && hasEnded(person) ? (
        <Notice tone="warning" title={`This ${noun} reaches no one`}>
          Choose who else should receive it, or name {person.person_name} again.
        </Notice>
      ) : null}
    </>
  )
}

/** One letter: its words, its recipient, and when it is delivered. */
function LetterCard({ letter, people, actions }: CardProps & { letter: Letter }) {
  const { title, body } = letter
  return (
    <Card
      title={<span className="wrap-anywhere">{title}</span>}
      headingLevel={3}
      className="flex flex-col"
      actions={
        <>
          <PrintLetterButton title={title} body={body} />
          {actions}
        </>
      }
    >
      <div className="grid grow grid-cols-1 content-start gap-4">
        <details className="border-y border-line">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">Read your letter</summary>
          <div className="pb-4">
            <LetterWords body={body} />
          </div>
        </details>
        <Address message={letter} people={people} noun="letter" />
      </div>
    </Card>
  )
}

/** One video: the player, its recipient, and when it is delivered. */
function VideoCard({ video, people, actions }: CardProps & { video: VideoMessage }) {
  const { id, title, transcript, captions } = video
  const open = useOpenDialog()
  const { card, frame } = useFirstFrame(video, () => fileLink(videoFile(video, 'play')))
  return (
    <Card
      title={<span className="wrap-anywhere">{title}</span>}
      headingLevel={3}
      className="flex flex-col"
      actions={
        <>
          <WhilePlanOpen>
            <Button
              aria-label={`${captions === null ? 'Add captions to' : 'Change the captions of'} ${title}`}
              onClick={() => open(`?edit=${id}&${CAPTIONS}`)}
            >
              {captions === null ? 'Add captions' : 'Captions'}
            </Button>
          </WhilePlanOpen>
          {actions}
        </>
      }
    >
      <div ref={card} className="grid grow grid-cols-1 content-start gap-4">
        <VideoPlayer
          title={title}
          frame={frame}
          captions={captions}
          makeLink={(purpose) => fileLink(videoFile(video, purpose))}
        />
        <Address message={video} people={people} noun="video" />
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
