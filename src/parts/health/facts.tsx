import { formatDate } from '@/lib/dates'
import { telHref } from '@/lib/ways-to-contact'
import type { Facts } from '@/parts/kit/facts'
import { sampleTimes } from '@/parts/kit/sample-times'
import { Card } from '@/ui/base/card'
import { Loaded } from '@/ui/base/loaded'
import type { HealthNotes } from './data'
import { type NoteLine, noteLines } from './words'

/** The notes as close together as they can be read: they are needed at one look. What is missing is named at the end. */
export function NotesList({ notes, who }: { notes: HealthNotes; who: string }) {
  const lines = noteLines(notes, who)
  const missing = lines.flatMap(({ value, inLine }) => (value === null ? inLine : []))
  return (
    <>
      <dl className="grid gap-y-1">
        {lines.map((line) => (line.value === null ? null : <Line key={line.term} {...line} />))}
      </dl>
      {missing.length > 0 ? (
        <p className="mt-3 text-ink-soft">Nothing is written down about: {missing.join(', ')}.</p>
      ) : null}
    </>
  )
}

function Line({ term, value, phone }: NoteLine) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="inline font-semibold">{term}: </dt>
      <dd className="inline whitespace-pre-line">
        {value}
        {phone ? (
          <>
            {', '}
            <a href={telHref(phone)} className="-my-2 inline-flex min-h-11 items-center">
              {phone}
            </a>
          </>
        ) : null}
      </dd>
    </div>
  )
}

/** How old the notes are: medicines change. */
export function LookedThrough({ notes, who }: { notes: HealthNotes; who: string }) {
  return (
    <p className="mb-2">
      Looked through by {who} on {formatDate(notes.updated_at)}; medicines may have changed.
    </p>
  )
}

export const facts: Facts<HealthNotes[]> = {
  show: ([notes], { ownerName }) =>
    notes ? (
      <Card>
        <LookedThrough notes={notes} who={ownerName} />
        <NotesList notes={notes} who={ownerName} />
      </Card>
    ) : null,
  tab: (query, shown, words) => (
    <Loaded query={query} loading={words.loading} errorTitle={words.errorTitle} cards={1}>
      {(rows) =>
        facts.show(rows, shown, words) ?? (
          <Card>
            <p>{shown.ownerName} hasn't left any notes about health.</p>
          </Card>
        )
      }
    </Loaded>
  ),
}

/** For the practice. */
export const sample: HealthNotes[] = [
  {
    id: 'health',
    blood_thinner: 'Sample: none',
    allergies: 'Sample allergy',
    medicines: null,
    implants: null,
    conditions: null,
    proxy_name: 'Sample person',
    proxy_phone: '555-0100',
    second_proxy_name: null,
    second_proxy_phone: null,
    doctor_name: null,
    doctor_phone: null,
    communication: null,
    donor: null,
    care_note: null,
    ...sampleTimes,
  },
]
