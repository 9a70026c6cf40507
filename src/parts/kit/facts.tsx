import type { ReactNode } from 'react'
import type { LinkedFile } from '@/data/files/storage'
import { Card } from '@/ui/base/card'
import { type Loadable, Loaded } from '@/ui/base/loaded'
import { PageSection } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { PagedList } from '@/ui/lists/paged-list'
import type { PartWords } from './part'

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
  /** Records that a row was opened whose words are on the page, such as a letter; left out where nothing is recorded. */
  noteOpened?: (itemId: string) => void
  /** When the owner died, as a day; null while it is not known. */
  diedOn?: string | null
  /** When the first hours were opened in which this is read; null where the plan itself is open. */
  openedAt?: string | null
  /** The ids of the reader's messages, needed when the messages of other people are loaded, too. */
  messageIds?: ReadonlySet<string>
  /** 3 when the part is under another level 2 heading. */
  headingLevel?: 3
  /** Replaces the name that the memorial uses for a list. */
  label?: string
  /** Replaces the player's own words for a video whose link cannot be made. */
  noLinkTitle?: string
}

/**
 * A part's facts.tsx: the part as its readers see it on a screen, the same for memorial, preview and practice. It receives
 * its data and reads nothing itself.
 */
export interface Facts<Data> {
  /** Renders the data; null when there is none. */
  show: (data: Data, shown: Shown, words: PartWords) => ReactNode
  /** Renders the part as a tab of the memorial, including its loading and empty states. */
  tab: (query: Loadable<Data>, shown: Shown, words: PartWords) => ReactNode
}

/** A part's head.tsx: the part at the head of memorial and binder. */
export interface Head<Data> {
  /** For the binder: the data, and what is known without it, such as the date of death; null where there is neither. */
  show: (data: Data | undefined, shown: Shown) => ReactNode
  /** For the memorial, beside the name: whose plan it is. @param className its size */
  face: (data: Data | undefined, shown: Shown, className: string) => ReactNode
  /** For the memorial, under the name: a line in the owner's words, and the dates of their life. */
  life: (data: Data | undefined, shown: Shown) => ReactNode
}

interface ListSpec<Row> {
  /** A note shown before the list. */
  intro?: (ownerName: string) => string
  /** The words of the memorial for an empty part. */
  empty: (ownerName: string) => string
  /** True when the rows share one frame; otherwise each row is its own card. */
  framed?: boolean
  /** Selects the rows that the reader sees; all by default. */
  rowsFor?: (rows: Row[], shown: Shown) => Row[]
  item: (row: Row, shown: Shown) => ReactNode
}

/** Builds the facts of a part that is a list. */
export function listFacts<Row extends { id: string }>(spec: ListSpec<Row>): Facts<Row[]> {
  const { intro, empty, framed, rowsFor, item } = spec
  const rowsOf = (all: Row[], shown: Shown) => rowsFor?.(all, shown) ?? all
  const show: Facts<Row[]>['show'] = (all, shown, { name }) => {
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
    show,
    tab: (query, shown, words) => {
      const { ownerName } = shown
      const { name, loading, errorTitle } = words
      const hasRows = rowsOf(query.data ?? [], shown).length > 0
      return (
        <PageSection title={name} intro={hasRows ? intro?.(ownerName) : undefined}>
          <Loaded query={query} loading={loading} errorTitle={errorTitle}>
            {(rows) =>
              show(rows, shown, words) ?? (
                <Card>
                  <p>{empty(ownerName)}</p>
                </Card>
              )
            }
          </Loaded>
        </PageSection>
      )
    },
  }
}

interface RowSpec<Data> {
  show: Facts<Data>['show']
  /** The words of the memorial for an empty part. */
  empty: (ownerName: string) => { title: string; words: string }
  /** How many skeleton cards are shown while it loads. */
  cards?: number
}

/** Builds the facts of a part that is one row of the plan. */
export function rowFacts<Data>({ show, empty, cards = 2 }: RowSpec<Data>): Facts<Data> {
  return {
    show,
    tab: (query, shown, ofPart) => {
      const { title, words } = empty(shown.ownerName)
      return (
        <PageSection title={ofPart.name}>
          <Loaded query={query} loading={ofPart.loading} errorTitle={ofPart.errorTitle} cards={cards}>
            {(data) =>
              show(data, { ...shown, headingLevel: 3 }, ofPart) ?? (
                <EmptyState title={title} headingLevel={3}>
                  {words}
                </EmptyState>
              )
            }
          </Loaded>
        </PageSection>
      )
    },
  }
}
