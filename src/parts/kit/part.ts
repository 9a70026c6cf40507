import type { QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { StoredFile } from '@/data/files/downloads'
import type { PlanCounts } from '@/data/plan-overview'
import type { UserTable } from '@/data/rows/all-of-owner'
import type { IconName } from '@/ui/base/icons'

/** How complete a part of the plan is. */
export interface SectionState {
  /** A sentence about what is there and what is missing. */
  words: string
  standing: 'missing' | 'started' | 'there'
}

/** Something that an executor will need and that is missing. */
export interface Gap {
  /** Completes "Your executor wouldn't know …". */
  what: string
  why: string
  /** Continues "Start here: …" or "Next: …". */
  ask: string
  /** How long it takes, where people are afraid of it. */
  minutes?: number
  /** The label of the button that leads to it. */
  action: string
  /** The path of the screen where it can be added. */
  to: string
}

/** A file that a row names. */
interface NamedFile extends Pick<StoredFile, 'bucket' | 'path'> {
  /** Its title in the archive. */
  title: string
  /** The id of its row. */
  row: string
}

/** A part of a plan in the list of all parts (parts/index.ts). Every signed-in page loads it, so it is small. */
export interface PlanPart {
  key: string
  /** The table that holds its rows. */
  table: UserTable
  /** Its name in the navigation, on the dashboard and on its own screen. */
  title: string
  /** Its icon in the navigation. */
  icon: IconName
  /** Who can read it when the plan is open; the policies of its table enforce the same. */
  readers: 'everyone named' | 'trustees and executors'
  /** The memorial tab that shows it, by the tab's name in addresses and in the access history. */
  tab: string
  /** Its group in the navigation. */
  group: 'Your plan' | 'People'
  path: string
  /** Its screens; the first is the part's main screen. Page modules export `Component`. */
  screens: readonly { path: string; lazy: () => Promise<{ Component: ComponentType }> }[]
}

/** A part's source.ts: how its rows are read, and its words while they are. Every screen that reads a plan loads it. */
export interface PartSource {
  /** The key of its entry in the list. */
  key: string
  /** Its name in the memorial. */
  name: string
  /** "Loading the contacts" */
  loading: string
  /** "Unable to load contacts" */
  errorTitle: string
  /** Reads an owner's rows, as far as the signed-in person may read them. Parts that share a table share its query. */
  query: (ownerId: string) => { queryKey: QueryKey }
  /**
   * The owner's day of birth, where this part says it: letters give it.
   * @param data what the query returns; a method, so that each part can use its own type
   */
  bornOn?(data: unknown): string | null
}

/** A part's section.ts: how its entries count, what is missing, and its names in other places. */
export interface SectionDescription {
  /** The key of its entry in the list. */
  key: string
  /** The column that names one of its rows; omitted by a part with one row. */
  rowName?: string
  /** The name of its tab in the access history; omitted by a part that is shown in another part's tab. */
  viewed?: string
  /**
   * The name of one of its files in the access history.
   * @param title the row's title in quotes, preceded by a space; empty when it is not known
   */
  opened?: (title: string) => string
  /** What its readers gain when the plan opens; omitted when other words cover it. */
  gained?: string
  /** Derives the state from the part's own counts. */
  state: (counts: PlanCounts) => SectionState
  /** The entry of this part that an executor needs most. */
  gap?: {
    /** The words for it when it is there. */
    found: string
    /** Null when nothing is missing. */
    missing: (counts: PlanCounts) => Gap | null
  }
  /** The files that its rows name, for the archive of everything. */
  files?: {
    /** Their folder in the archive. */
    folder: string
    /**
     * The file of a row; null when the row names none.
     * @param row a whole row of the part's own table; `of` is a method so that each part can use its own row type
     */
    of(row: object): NamedFile | null
  }
  /** What deleting the account deletes: "your music", "2 contacts". Null when there is nothing. */
  lost: (counts: PlanCounts) => string | null
}

/** A part of a plan: its entry in the list, combined with its section.ts. */
export interface Section extends PlanPart, SectionDescription {}

/** Reorders parts: the named ones first, then the others in their present order. */
export function inOrder<Part extends { key: string }>(
  parts: readonly Part[],
  ...first: readonly Part['key'][]
): readonly Part[] {
  const rank = ({ key }: Part) => [...first, key].indexOf(key)
  return [...parts].sort((one, other) => rank(one) - rank(other))
}

/**
 * Whether a designee can read a part of an open plan. Only the policies protect the rows; this hides parts that would
 * be empty.
 * @param withFinances the database's answer for this designee
 */
export function isReadBy({ readers }: Pick<PlanPart, 'readers'>, withFinances: boolean): boolean {
  return withFinances || readers === 'everyone named'
}

export function missing(words: string): SectionState {
  return { words, standing: 'missing' }
}

export function started(words: string): SectionState {
  return { words, standing: 'started' }
}

export function there(words: string): SectionState {
  return { words, standing: 'there' }
}
