import type { ReactNode } from 'react'
import { parseTimestamp } from '@/lib/dates'
import { telHref } from '@/lib/ways-to-contact'
import type { Facts } from '@/parts/kit/facts'
import { Card } from '@/ui/base/card'
import { cx } from '@/ui/base/cx'
import { Loaded } from '@/ui/base/loaded'
import type { HealthNotes } from './data'
import { lookedThrough, type NoteLine, noteLines } from './words'

/** The notes as close together as they can be read: they are needed at one look. What is missing is named at the end. */
export function NotesList({ notes, who }: { notes: HealthNotes; who: string }) {
  const lines = noteLines(notes, who)
  const missing = lines.flatMap(({ value, inLine }) => (value === null ? inLine : []))
  return (
    <>
      <dl className="grid gap-y-1">
        {lines.map(({ value, ...line }) =>
          value === null ? null : <Line key={line.term} {...line} value={value} />,
        )}
      </dl>
      {missing.length > 0 ? (
        <p className="mt-3 text-ink-soft">Nothing is written down about: {missing.join(', ')}.</p>
      ) : null}
    </>
  )
}

interface NoteTextProps {
  value: string
  /** The number to call. */
  phone?: ReactNode
}

/** The lines of a note, each with the empty lines after it. */
const linesOf = (value: string) => [...value.matchAll(/[^\n]+\n*/g)]

/** A dose stays with its unit: "5" at the end of a line and "mg" in the next is misread. */
const withUnits = (value: string) =>
  value.replace(/(\d) (?=(?:mg|mcg|[µμ]g|g|ml|IU|%)(?![\p{L}\d]))/giu, '$1\u00a0')

/**
 * The text of a note. Of several lines, such as medicines, each that has to be broken goes on indented: at the edge, the rest
 * of it would read as another one.
 */
export function NoteText({ value, phone }: NoteTextProps) {
  const text = withUnits(value)
  const lines = linesOf(text)
  return (
    <>
      {lines.length > 1
        ? lines.map(({ 0: line, index }) => (
            <span key={index} className="block pl-4 -indent-4">
              {line}
            </span>
          ))
        : text}
      {phone ? (
        <>
          {', '}
          {/* A number isn’t read in two halves. */}
          <span className="inline-block">{phone}</span>
        </>
      ) : null}
    </>
  )
}

/**
 * A note beside its name, because all of them must fit one screen. Several lines stand below each other there, or below the
 * name where that leaves too little room.
 */
function Line({ term, value, phone }: NoteLine & { value: string }) {
  return (
    <div className={cx('min-w-0 wrap-anywhere', linesOf(value).length > 1 && 'flex flex-wrap gap-x-1.5')}>
      <dt className="inline font-semibold">{term}: </dt>
      <dd className="inline min-w-0 flex-1 basis-48 whitespace-pre-line">
        <NoteText
          value={value}
          phone={
            phone ? (
              // As high as a finger needs, and its line no higher than the others.
              <a href={telHref(phone)} className="tall-link -my-3">
                {phone}
              </a>
            ) : null
          }
        />
      </dd>
    </div>
  )
}

function isAfter(time: string, than: string | null | undefined): boolean {
  const [one, other] = [parseTimestamp(time), parseTimestamp(than)]
  return one !== null && other !== null && one > other
}

export const facts: Facts<HealthNotes[]> = {
  show: ([notes], { ownerName, openedAt }) =>
    notes ? (
      <Card>
        <p className="mb-2">{lookedThrough(notes, ownerName)}</p>
        {isAfter(notes.updated_at, openedAt) ? (
          <p className="mb-2 font-semibold">This was changed after the first hours were opened.</p>
        ) : null}
        <NotesList notes={notes} who={ownerName} />
      </Card>
    ) : null,
  tab: (query, shown, words) => (
    <Loaded query={query} loading={words.loading} errorTitle={words.errorTitle} cards={1}>
      {(rows) =>
        facts.show(rows, shown, words) ?? (
          <Card>
            <p>{shown.ownerName} hasn’t left any notes about health.</p>
          </Card>
        )
      }
    </Loaded>
  ),
}
