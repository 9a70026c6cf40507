import { PRODUCT_NAME } from '@/lib/product'
import { PrintedValues, printedList } from '@/parts/kit/printed'
import type { VideoMessage } from './data'
import { deliveryWords, recipientWords } from './words'

export const print = printedList<VideoMessage>({
  title: 'Video messages',
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
})
