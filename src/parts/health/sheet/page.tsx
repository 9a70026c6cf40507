import './sheet.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/base/button'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Page } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { ChoiceCard } from '@/ui/forms/choice-card'
import { noteRows, paperNames, paperRows } from '..'
import type { HealthNotes, HealthPaper } from '../data'
import { NoteText } from '../facts'
import { inOrderOfNeed, lookedThrough, noteLines } from '../words'

/** /health-and-care/sheet: a page for the fridge, with what the owner checks and nothing else. */
export function Component() {
  const { id } = useUser()
  const profile = useQuery(profileQuery(id))
  const notes = useQuery(noteRows.query(id))
  const papers = useQuery(paperRows.query(id))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  return (
    <Page
      title="Sheet for the fridge"
      back={{ to: paths.health, label: 'Health & Care' }}
      intro="Ambulance crews look at the fridge. Anyone who comes to your home can read this sheet, so check only what you want on it."
      actions={
        <Button variant="primary" icon="print" disabled={ticked.size === 0} onClick={() => window.print()}>
          Print
        </Button>
      }
      printsOwnHeading
    >
      <Loaded
        query={allLoaded(profile, notes, papers)}
        loading="Loading your notes"
        errorTitle="Unable to load your notes"
      >
        {([owner, [own], all]) => {
          const lines = linesOf(own, all)
          return lines.length === 0 ? (
            <EmptyState title="Nothing to put on it yet">
              Write down what they should know under Health & Care first.
            </EmptyState>
          ) : (
            <>
              <fieldset className="mb-8 print:hidden">
                <legend className="mb-3 font-semibold">What’s on it?</legend>
                <div className="grid gap-2.5 sm:grid-cols-2">
                  {lines.map(({ term }) => (
                    <ChoiceCard
                      key={term}
                      type="checkbox"
                      label={term}
                      checked={ticked.has(term)}
                      onChange={({ target: { checked } }) =>
                        setTicked(
                          new Set(checked ? [...ticked, term] : [...ticked].filter((one) => one !== term)),
                        )
                      }
                    />
                  ))}
                </div>
              </fieldset>
              <Sheet
                name={owner?.full_name ?? null}
                lines={lines.filter(({ term }) => ticked.has(term))}
                lookedThroughAt={own?.updated_at ?? null}
              />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface SheetLine {
  term: string
  value: string
  phone?: string | null | undefined
}

function linesOf(notes: HealthNotes | undefined, papers: readonly HealthPaper[]): SheetLine[] {
  return [
    ...(notes ? noteLines(notes, 'me') : []).flatMap(({ term, value, phone }) =>
      value === null ? [] : { term, value, phone },
    ),
    ...inOrderOfNeed(papers).flatMap(({ kind, place }) =>
      place === null ? [] : { term: paperNames[kind], value: place },
    ),
  ]
}

interface SheetProps {
  /** The owner; null when the name was never entered: there is a line to write on. */
  name: string | null
  lines: readonly SheetLine[]
  lookedThroughAt: string | null
}

function Sheet({ name, lines, lookedThroughAt }: SheetProps) {
  return (
    <section aria-label="The sheet" className="fridge-sheet">
      <p className="font-semibold">In an emergency</p>
      <h2 className="text-heading wrap-anywhere">{name ?? '______________________'}</h2>
      {lines.length === 0 ? (
        <p className="mt-4 text-ink-soft italic print:hidden">What you check above appears here.</p>
      ) : (
        <dl className="mt-4 grid gap-3 print:gap-2">
          {lines.map(({ term, value, phone }) => (
            <div
              key={term}
              className="break-inside-avoid sm:grid sm:grid-cols-[2fr_3fr] sm:gap-x-6 print:grid print:grid-cols-[2fr_5fr] print:gap-x-6"
            >
              <dt className="font-semibold">{term}</dt>
              {/* Each medicine fills its line: its dose isn’t moved to the next one so that no word stands alone. */}
              <dd className="text-wrap wrap-anywhere whitespace-pre-line">
                <NoteText value={value} phone={phone} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {lookedThroughAt ? (
        <p className="mt-6 border-t border-line pt-3">{lookedThrough({ updated_at: lookedThroughAt })}</p>
      ) : null}
    </section>
  )
}
