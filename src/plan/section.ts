import type { ComponentType } from 'react'
import type { StoredFile } from '@/data/files/downloads'
import type { PlanCounts } from '@/data/plan-overview'
import type { UserTable } from '@/data/rows/all-of-owner'

/** Where a part of the plan stands. */
export interface SectionState {
  /** What is there and what is missing, in a sentence. */
  words: string
  standing: 'missing' | 'started' | 'there'
}

/** Something that an executor looks for and would not find. */
interface Gap {
  what: string
  why: string
  /** Where it can be filled. */
  to: string
}

/** A file that a row names. */
interface NamedFile extends Pick<StoredFile, 'bucket' | 'path'> {
  /** What the archive calls it. */
  title: string
  /** The id of its row. */
  row: string
}

/** A part of a plan in the one list of all parts (sections/index.ts). Every signed-in page loads it, so it is small. */
export interface PlanPart {
  key: string
  /** Where its rows are. */
  table: UserTable
  /** What the navigation, the dashboard and its own screen call it. */
  title: string
  /** Who reads it once the plan is open; the policies of its table say the same. */
  readers: 'everyone named' | 'trustees and executors'
  /** The memorial's tab that shows it, by its name in addresses and in the access history. */
  tab: string
  /** Where it stands in the navigation. */
  group: 'Your plan' | 'People'
  path: string
  /** Its own screens, the one at `path` first. Page modules export `Component`. */
  screens: readonly { path: string; lazy: () => Promise<{ Component: ComponentType }> }[]
}

/** What a part's section.ts says: how it counts, what is missing, and what it is called elsewhere. */
export interface SectionDescription {
  /** That of its line in the list. */
  key: string
  /** What the access history calls its tab; left out by a part that stands in another one's tab. */
  viewed?: string
  /**
   * What the access history calls a file of it.
   * @param title the row's title in quotes, after a blank; empty when it is not known
   */
  opened?: (title: string) => string
  /** What those who read it gain when the plan is opened; left out where something else says it. */
  gained?: string
  /** Each part reads its own counts alone. */
  state: (counts: PlanCounts) => SectionState
  /** What an executor needs most of it. */
  gap?: {
    /** What it is called once it is there. */
    found: string
    /** Null when nothing is missing. */
    missing: (counts: PlanCounts) => Gap | null
  }
  /** The files that its rows name, for the archive of everything. */
  files?: {
    /** Where they stand in the archive. */
    folder: string
    /**
     * Null for a row that names none.
     * @param row a whole row of the part's own table; written as a method, so that each part may say which that is
     */
    of(row: object): NamedFile | null
  }
  /** What goes when the account is deleted: "your music", "2 contacts". Null when there is nothing. */
  lost: (counts: PlanCounts) => string | null
}

/** A part of a plan: its line in the list, and what its section.ts says. */
export interface Section extends PlanPart, SectionDescription {}

/** Parts in another order: those that are not named keep their place behind those that are. */
export function inOrder<Part extends { key: string }>(
  parts: readonly Part[],
  ...first: readonly Part['key'][]
): readonly Part[] {
  const rank = ({ key }: Part) => [...first, key].indexOf(key)
  return [...parts].sort((one, other) => rank(one) - rank(other))
}

/**
 * Whether a designee reads a part of an open plan. What they get is decided by the policies alone; this leaves out what
 * would be empty.
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
