import type { ReactNode } from 'react'
import type { StoredFile } from '@/data/files/downloads'
import type { Designation } from '@/data/people/designations'
import { count } from '@/lib/count'
import type { Enums } from '@/lib/database.types'
import { PagedList } from '@/ui/lists/paged-list'
import { Card } from '@/ui/page/card'
import { type Loadable, Loaded } from '@/ui/page/loaded'
import { Section } from '@/ui/page/page'
import { EmptyState, SkeletonCards } from '@/ui/page/states'
import { PrintedList } from './printed'

/** A file to make a link to. */
interface LinkedFile extends Pick<StoredFile, 'bucket' | 'path'> {
  /** The name under which the browser saves it, instead of showing it. */
  saveAs?: string | undefined
}

/** What a part is shown with: whose plan it is, and how its files are opened. */
export interface Shown {
  ownerName: string
  /**
   * Makes a link to a file of the part, and notes that it was opened.
   * @param itemId the row that names the file
   */
  open: (itemId: string, file: LinkedFile) => Promise<string>
  /** The video messages that reach the reader, where those of others are loaded too. */
  messageIds?: ReadonlySet<string>
  /** 3 where it stands under a heading of its own. */
  headingLevel?: 3
  /** In place of the memorial's name of a list. */
  label?: string
  /** In place of the player's own words for a video whose link cannot be made. */
  noLinkTitle?: string
}

/** For whom a part is printed. */
interface Printed {
  reader: 'owner' | Enums<'designation_role'>
  /** The owner, in a sentence. */
  who: string
  /** Whom the owner has named; for the owner alone. */
  people: readonly Designation[] | null
  /** The number of this section in the binder. */
  number: number
}

/** A part on paper. */
export interface PrintedPart {
  isEmpty: boolean
  /** What is in it, in a few words. */
  summary: string
  /** What could stand there and does not. */
  missing: readonly string[]
  content: ReactNode
  /** What to do with it first, for the page "Start here". */
  step?: string | undefined
}

/**
 * A part as its readers see it: the same for memorial, preview, practice and binder. It is handed what it shows
 * and reads nothing itself, so that the practice memorial does without the code that reads.
 */
export interface Facts<Data = unknown> {
  /** That of its line in the list of parts. */
  key: string
  /** What the binder calls it. */
  title: string
  /** What the memorial calls it. */
  name: string
  /** "Loading the contacts" */
  loading: string
  /** "Unable to load contacts" */
  errorTitle: string
  /** What somebody sees of it who practises: made up, and nobody's. */
  sample: Data
  /** What there is, to read on the screen; null when there is nothing. */
  show: (data: Data, shown: Shown) => ReactNode
  /** It as a tab of the memorial, while it loads and when there is nothing too. */
  tab: (query: Loadable<Data>, shown: Shown) => ReactNode
  print: (data: Data, printed: Printed) => PrintedPart
}

interface RowSpec<Data> extends Omit<Facts<Data>, 'tab'> {
  /** Says in the memorial that nothing was left here. */
  empty: (ownerName: string) => { title: string; words: string }
  /** How many cards stand there while it loads. */
  cards?: number
}

/** The facts of a part that is one row of the plan. */
export function rowFacts<Data>({ empty, cards = 2, ...facts }: RowSpec<Data>): Facts<Data> {
  return {
    ...facts,
    tab: (query, shown) => {
      const { loading, errorTitle } = facts
      const { title, words } = empty(shown.ownerName)
      return (
        <Loaded
          query={query}
          loading={loading}
          errorTitle={errorTitle}
          skeleton={<SkeletonCards label={loading} count={cards} />}
        >
          {(data) =>
            facts.show(data, shown) ?? (
              <EmptyState title={title}>
                <p>{words}</p>
              </EmptyState>
            )
          }
        </Loaded>
      )
    },
  }
}

interface ListSpec<Row> extends Omit<Facts<Row[]>, 'tab' | 'show' | 'print'> {
  /** What to know before reading the list. */
  intro?: (ownerName: string) => string
  /** Says in the memorial that nothing was left here. */
  empty: (ownerName: string) => string
  /** Whether the rows stand in one frame, or each is a card of its own. */
  framed?: boolean
  /** The rows that the reader gets; all, when left out. */
  rowsFor?: (rows: Row[], shown: Shown) => Row[]
  item: (row: Row, shown: Shown) => ReactNode
  printed: {
    /** What is counted: "policy", "policies". */
    noun: readonly [one: string, many?: string]
    none: string
    look?: 'columns' | 'flowing'
    /** Stands above the rows. */
    intro?: string
    missing: (rows: readonly Row[]) => readonly string[]
    step?: (rows: readonly Row[], printed: Printed) => string | undefined
    item: (row: Row, printed: Printed) => ReactNode
  }
}

/** The facts of a part that is a list. */
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
        className={
          framed ? 'divide-y divide-line rounded-card border border-line bg-sheet shadow-card' : undefined
        }
      >
        {(row) => (
          <li
            key={row.id}
            className={
              framed
                ? 'flex flex-wrap items-start justify-between gap-x-8 gap-y-3 p-5'
                : 'grid min-w-0 grid-cols-1'
            }
          >
            {item(row, shown)}
          </li>
        )}
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
