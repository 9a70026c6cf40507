import { PRODUCT_NAME } from '@/lib/text'
import { PrintedValues, printedList } from '@/parts/kit/printed'
import { isLetter, type Message } from '.'
import { LetterWords } from './letter/letter-sheet'
import { deliveryWords, recipientWords } from './words'

export const print = printedList<Message>({
  title: 'Messages',
  none: 'There are no messages.',
  look: 'flowing',
  intro: `Videos can be watched in ${PRODUCT_NAME} only. Any transcripts and letters are below.`,
  item: (message, { reader, who, people }) => {
    const isPersonal = message.for_beneficiary !== null
    // Other people can read the owner's printed binder, so it leaves out the words of personal messages, and of those
    // that no one is to see before their day.
    const isPrivate = reader === 'owner' && (isPersonal || message.deliver_on !== null)
    const letter = isLetter(message) && !isPrivate ? message : null
    return (
      <div className={letter ? 'binder-letter' : undefined}>
        <h3>{message.title}</h3>
        <PrintedValues
          values={
            // The owner prints it for the family.
            reader === 'owner'
              ? {
                  'Who receives it': recipientWords(message, people ?? [], who),
                  When: deliveryWords(message),
                }
              : { For: isPersonal ? 'You' : 'Everyone' }
          }
        />
        {message.transcript && !isPrivate ? (
          <p className="mt-3 wrap-anywhere whitespace-pre-line">{message.transcript}</p>
        ) : null}
        {letter ? (
          <div className="mt-4">
            <LetterWords body={letter.body} />
          </div>
        ) : null}
        {isPrivate && (message.transcript || message.body) ? (
          <p className="mt-3 text-ink-soft italic">
            {`This ${message.body ? 'letter' : 'transcript'} is ${isPersonal ? 'private to that person' : 'for a later day'}, so it isn’t printed.`}
          </p>
        ) : null}
      </div>
    )
  },
})
