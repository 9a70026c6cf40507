import { type Print, PrintedValues } from '@/parts/kit/printed'
import type { HealthNotes } from './data'
import { NoteText } from './facts'
import { lookedThrough, noteLines } from './words'

const none = 'Nothing is written down.'

export const print: Print<HealthNotes[]> = {
  title: 'Health and care',
  print: ([notes], { reader, who, number }) => {
    const lines = notes ? noteLines(notes, who) : []
    const values = lines.map(({ term, value, phone }) => [
      term,
      value === null ? null : <NoteText key={term} value={value} phone={phone} />,
    ])
    const isAsked = notes?.donor === 'yes' || notes?.donor === 'undecided'
    return {
      // On the paper that an owner leaves; once a plan is open, it's days too late.
      step:
        reader === 'owner' && isAsked
          ? `Tell the hospital at once what section ${number} says about donating organs.`
          : undefined,
      content: notes ? (
        <>
          <p className="mb-5">{lookedThrough(notes)}</p>
          <PrintedValues values={Object.fromEntries(values)} />
        </>
      ) : (
        <p className="text-ink-soft italic">{none}</p>
      ),
    }
  },
}
