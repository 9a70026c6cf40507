import type { ReactNode } from 'react'
import type { LinkedFile } from '@/data/files/file-link'
import type { Designation } from '@/data/people/designations'
import { count } from '@/lib/count'
import type { Enums } from '@/lib/database.types'
import { PagedList } from '@/ui/lists/paged-list'
import { Card } from '@/ui/page/card'
import { type Loadable, Loaded } from '@/ui/page/loaded'
import { Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { PrintedList } from './printed'

/** How a part is shown: the plan's owner, how its files are opened, and what depends on the place. */
export interface Shown {
  ownerName: string
  /**
   * Makes a link to a file of the part and records that the file was opened.
   * @param itemId the id of the row that names the file
   */
  open: (itemId: string, file: LinkedFile) => Promise<string>
  /** Makes a link to a file that the page itself shows a glimpse of, which is no opening and is not recorded. */
  look: (file: LinkedFile) => Promise<string>
  /** When the owner died, as a day; null while it is not known. */
  diedOn?: string | null
  /** The ids of the reader's video messages, needed when the messages of other people are loaded, too. */
  messageIds?: ReadonlySet<string>
  /** 3 when the part is under another level 2 heading. */
  headingLevel?: 3
  /** Replaces the name that the memorial uses for a list. */
  label?: string
  /** Replaces the player's own words for a video whose link cannot be made. */
  noLinkTitle?: string
}

/** The person for whom a part is printed, and the part's place in the binder. */
interface Printed {
  reader: 'owner' | Enums<'designation_role'>
  /** The owner, as named inside a sentence. */
  who: string
  /** The people that the owner has named; null unless the owner is the reader. */
  people: readonly Designation[] | null
  /** The number of this section in the binder. */
  number: number
}

/** A part in the printed binder. */
export interface PrintedPart {
  isEmpty: boolean
  /** Its content in a few words. */
  summary: string
  /** The names of what is not filled in. */
  missing: readonly string[]
  content: ReactNode
  /** The first thing to do with it, for the page "Start here". */
  step?: string | undefined
}

/**
 * A part as its readers see it: the same for memorial, preview, practice and binder. It receives its data and reads
 * nothing itself, so that the practice memorial does not load the code that reads.
 */
export interface Facts<Data = unknown> {
  /** The key of its entry in the list of parts. */
  key: string
  /** Its title in the binder. */
  title: string
  /** Its name in the memorial. */
  name: string
  /** "Loading the contacts" */
  loading: string
  /** "Unable to load contacts" */
  errorTitle: string
  /** The made-up data that the practice memorial shows. */
  sample: Data
  /** The owner's day of birth, where this part says it: letters give it. */
  bornOn?: (data: Data) => string | null
  /** Renders the data on the screen; null when there is none. */
  show: (data: Data, shown: Shown) => ReactNode
  /**
   * Renders the part as a tab of the memorial, including its loading and empty states. A part without a tab is shown at
   * the head of the memorial and of the binder.
   */
  tab?: (query: Loadable<Data>, shown: Shown) => ReactNode
  /** The part as a section of the binder. */
  print?: (data: Data, printed: Printed) => PrintedPart
}

interface RowSpec<Data> extends Omit<Facts<Data>, 'tab'> {
  /** The words of the memorial for an empty part. */
  empty: (ownerName: string) => { title: string; words: string }
  /** How many skeleton cards are shown while it loads. */
  cards?: number
}

/** Builds the facts of a part that is one row of the plan. */
export function rowFacts<Data>({ empty, cards = 2, ...facts }: RowSpec<Data>): Facts<Data> {
  return {
    ...facts,
    tab: (query, shown) => {
      const { loading, errorTitle } = facts
      const { title, words } = empty(shown.ownerName)
      return (
        <Loaded query={query} loading={loading} errorTitle={errorTitle} cards={cards}>
          {(data) => facts.show(data, shown) ?? <EmptyState title={title}>{words}</EmptyState>}
        </Loaded>
      )
    },
  }
}

interface ListSpec<Row> extends Omit<Facts<Row[]>, 'tab' | 'show' | 'print'> {
  /** A note shown before the list. */
  intro?: (ownerName: string) => string
  /** The words of the memorial for an empty part. */
  empty: (ownerName: string) => string
  /** True when the rows share one frame; otherwise each row is its own card. */
  framed?: boolean
  /** Selects the rows that the reader sees; all by default. */
  rowsFor?: (rows: Row[], shown: Shown) => Row[]
  item: (row: Row, shown: Shown) => ReactNode
  printed: {
    /** The noun for its rows: "policy", "policies". */
    noun: readonly [one: string, many?: string]
    none: string
    look?: 'columns' | 'flowing'
    /** Printed above the rows. */
    intro?: string
    missing: (rows: readonly Row[]) => readonly string[]
    step?: (rows: readonly Row[], printed: Printed) => string | undefined
    item: (row: Row, printed: Printed) => ReactNode
  }
}

/** Builds the facts of a part that is a list. */
export function listFacts<Row extends { id: string }>(spec: ListSpec<Row>): Facts<Row[]> {
  const { intro, empty, framed, rowsFor, item, printed, ...facts } = spec
  const { name, loading, errorTitle } = facts
  const rowsOf = (all: Row[], shown: Shown) => rowsFor?.(all, shown) ?? all
  const show: Facts<Row[]>['show'] = (all, shown) => {
    const rows = rowsOf(all, shown)
    if (rows.length === 0) return null
    return (
      <PagedList
        label={shown.label ?? name}
        items={rows}
        framed={framed}
        itemClassName={
          framed
            ? 'flex flex-wrap items-start justify-between gap-x-8 gap-y-3 p-5'
            : 'grid min-w-0 grid-cols-1'
        }
      >
        {(row) => item(row, shown)}
      </PagedList>
    )
  }
  return {
    ...facts,
    show,
    tab: (query, shown) => {
      const { ownerName } = shown
      const hasRows = rowsOf(query.data ?? [], shown).length > 0
      return (
        <Section title={name} intro={hasRows ? intro?.(ownerName) : undefined}>
          <Loaded query={query} loading={loading} errorTitle={errorTitle}>
            {(rows) =>
              show(rows, shown) ?? (
                <Card>
                  <p>{empty(ownerName)}</p>
                </Card>
              )
            }
          </Loaded>
        </Section>
      )
    },
    print: (rows, given) => ({
      isEmpty: rows.length === 0,
      summary: rows.length === 0 ? 'Nothing' : count(rows.length, ...printed.noun),
      missing: printed.missing(rows),
      step: printed.step?.(rows, given),
      content: (
        <>
          {printed.intro && rows.length > 0 ? <p className="mb-5">{printed.intro}</p> : null}
          <PrintedList rows={rows} none={printed.none} look={printed.look}>
            {(row) => printed.item(row, given)}
          </PrintedList>
        </>
      ),
    }),
  }
}
