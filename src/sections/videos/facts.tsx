import { PRODUCT_NAME } from '@/lib/product'
import { listFacts } from '@/plan/facts/facts'
import { PrintedValues } from '@/plan/facts/printed'
import { sampleTimes } from '@/plan/facts/sample'
import type { VideoMessage } from './data'
import { MessageCard } from './message-card'
import { deliveryWords, recipientWords } from './recipient-words'
import { videoFile } from './video-file'

export const facts = listFacts<VideoMessage>({
  key: 'messages',
  title: 'Video messages',
  name: 'Messages',
  sample: [
    {
      id: 'message',
      user_id: 'sample',
      title: 'Sample message',
      storage_path: 'sample-message.mp4',
      for_beneficiary: 0,
      deliver_on: null,
      transcript: "This is a sample. On the day, you can read here what's said in the video.",
      ...sampleTimes,
    },
  ],
  loading: 'Loading the messages',
  errorTitle: 'Unable to load video messages',
  intro: () => 'Take your time. Nothing plays before you press play.',
  empty: (ownerName) => `There's no message here for you from ${ownerName}.`,
  rowsFor: (messages, { messageIds }) =>
    messageIds ? messages.filter(({ id }) => messageIds.has(id)) : messages,
  item: (message, { open, look, noLinkTitle }) => (
    <MessageCard
      message={message}
      noLinkTitle={noLinkTitle}
      look={look && (() => look(videoFile(message, 'play')))}
      makeLink={(purpose) => open(message.id, videoFile(message, purpose))}
    />
  ),
  printed: {
    noun: ['message'],
    none: 'There are no messages.',
    look: 'flowing',
    intro: `You can watch the videos in ${PRODUCT_NAME}. Any transcripts are below.`,
    missing: (messages) => (messages.length === 0 ? ['A message'] : []),
    item: (message, { reader, people }) => {
      const isPersonal = message.for_beneficiary !== null
      // Other people can read the owner's printed binder, so it leaves out the words of personal messages.
      const isPrivate = reader === 'owner' && isPersonal
      return (
        <>
          <h3>{message.title}</h3>
          <PrintedValues
            values={
              reader === 'owner'
                ? {
                    'Who receives it': recipientWords(message, people ?? []),
                    When: deliveryWords(message),
                  }
                : { For: isPersonal ? 'You' : 'Everyone' }
            }
          />
          {message.transcript && !isPrivate ? (
            <p className="mt-3 wrap-anywhere whitespace-pre-line">{message.transcript}</p>
          ) : null}
          {message.transcript && isPrivate ? (
            <p className="mt-3 text-ink-soft italic">
              This transcript is private to that person, so it isn't printed.
            </p>
          ) : null}
        </>
      )
    },
  },
})
