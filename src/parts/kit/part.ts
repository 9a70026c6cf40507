import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type Late, late } from '@/browser/late'
import type { StoredFile } from '@/data/files/downloads'
import type { PlanCounts } from '@/data/plan-overview'
import type { UserTable } from '@/data/rows/all-of-owner'
import { dotted } from '@/lib/text'
import type { IconName } from '@/ui/base/icons'
import type { PartChoice } from '@/words/part-choices'
import type { Facts, Head } from './facts'
import type { Incoming } from './incoming'
import type { Print } from './printed'
import type { Steps } from './step'

/** What its owner is asked to do with a part. */
export interface Ask {
  /** Continues "Start here: …" or "Next: …"; a question where the part holds nothing. */
  ask: string
  /** Why it matters; true of a plan that takes nothing, too. */
  why: string
  /** How little it takes, where that is worth more to someone who can do it now: said instead of `why`. */
  how?: string
  /** Whether it names nothing of what is missing: the part's row does then. */
  isGeneral?: true
  /** The label of the button that leads to it. */
  action: string
  /** The path of the screen where it's done. */
  to: string
}

/** A file that a row names. */
interface NamedFile extends Pick<StoredFile, 'bucket' | 'path'> {
  /** Its title in the archive. */
  title: string
  /** The id of its row. */
  row: string
}

/** A text that a row holds, as a file of the archive. */
export interface NamedText {
  /** The id of its row. */
  row: string
  /** Its name in the archive. */
  title: string
  /** Its folder in the archive; null puts it beside the row's own file, under the same name. */
  folder: string | null
  /** ".txt" */
  ending: string
  text: string
  /** What it is, for the archive's report: "a letter". */
  about: string
  /** Whether who saves it has opened it, as with a file. */
  opens?: boolean
}

/** The rows of a part that is a list; the one row of any other. */
type RowOf<Data> = Data extends readonly (infer Row)[] ? Row : object

/** A piece of a part: a module of its folder, loaded only where it is needed. */
type Piece<Name extends string, Code> = () => Promise<Record<Name, Code>>

/** How an owner's rows are read, as far as the signed-in person may. Parts that share a table share its query. */
type PlanQuery<Data> = UseQueryOptions<Data, Error, Data, readonly [string, string]>

/** A part's words where it is read. */
export interface PartWords {
  /** Its name in the memorial. */
  name: string
  /** "Loading the contacts" */
  loading: string
  /** "Unable to load contacts" */
  errorTitle: string
}

/** The groups of parts in the navigation, as a person would ask for them, in their order. */
export const partGroups = ['If I’m ill', 'After my death', 'Where things are', 'My people'] as const
type PartGroup = (typeof partGroups)[number]

/** What all of the app says of a part. Every page after sign-in loads it, and sign-in too, so it is small. */
interface Described {
  /** The table that holds its rows. */
  table: UserTable
  /** Its name in the navigation, on the dashboard and on its own screen. */
  title: string
  /** Its icon in the navigation. */
  icon: IconName
  /** Its group in the navigation. */
  group: PartGroup
  /**
   * Its screens; the first is the part's main screen. None for a part that stands on another part's screen. Page modules
   * export `Component`.
   */
  screens: readonly PartScreen[]
  /** By which choice of the owner a person reads it or not; null where every row says whom it is for. */
  choice: PartChoice | null
  /** The memorial tab that shows it, by the tab's name in addresses and in the access history. */
  tab: string
  /** The column that names one of its rows; left out by a part with one row. */
  rowName?: string
  /** The name of its tab in the access history; left out by a part that is shown in another part's tab. */
  viewed?: string
  /**
   * The name of one of its files in the access history.
   * @param title the row's title in quotes, preceded by a space; empty when it is not known
   */
  opened?: (title: string) => string
  /** What its readers gain when the plan opens; left out when other words cover it. */
  gained?: string
  words: PartWords
  /** What deleting the account deletes: "your music", "2 contacts". Null when there is nothing. */
  lost: (counts: PlanCounts) => string | null
  /** Null when they can. Left out by a part that people read by their role. */
  unread?: (counts: PlanCounts) => Unread | null
}

/** Why no one named reads a part: it isn't offered, none of them is chosen for it, or none can in the first hours. */
export type Unread = 'not offered' | 'by anyone' | 'in the first hours'

interface PartScreen {
  path: string
  lazy: () => Promise<{ Component: ComponentType }>
}

/** The files that the rows of a part name, for the archive of everything. */
interface PartFiles<Row> {
  /** Their folder in the archive. */
  folder: string
  /** The file of a whole row of the part's own table; null when the row names none. */
  of: (row: Row) => NamedFile | null
  /** Loads what gives the text of a row that is a file there; left out where rows hold none. */
  texts?: () => Promise<{ textOf: (row: Row) => NamedText | null }>
}

/** What the parts of a plan know for an obituary. */
export interface ObituaryFacts {
  /** What the owner wants to be remembered by. */
  line: string | null
  /** People whom the owner listed, and what they are to the owner. */
  people: readonly { name: string; relation: string | null }[]
  /** The owner's own notes for it. */
  notes: string | null
  /** Whether the owner wanted no service. */
  isWithoutService: boolean
}

/** A part of a plan, as its index.ts describes it: nothing can be left out, and each piece takes the part's own data. */
export type PartOf<Data> = Described & {
  query: (ownerId: string) => PlanQuery<Data>
  /** What it holds, in a few words: "Burial · Memorial service"; null while it holds nothing. */
  held: (data: Data) => string | null
  /** What to do next with it; null when nothing is to be asked. */
  next: (data: Data) => Ask | null
  files: PartFiles<RowOf<Data>> | null
  /** What it gives an executor to do. */
  steps: Piece<'steps', Steps<Data>> | null
  /** Its invented data for the practice. */
  sample: Piece<'sample', Data>
  /** How its rows come into an empty plan again, out of an export. */
  incoming: Piece<'incoming', Incoming<Data>>
  /** What it gives to the draft of an obituary. */
  obituary?: (data: Data) => Partial<ObituaryFacts>
} & (
    | {
        /** Shows it on a screen, as a tab of the memorial. */
        facts: Piece<'facts', Facts<Data>>
        /** The same on paper, as a section of the binder. */
        print: Piece<'print', Print<Data>>
        head?: never
        bornOn?: never
      }
    | {
        /** Shows it at the head of memorial and binder, in place of a tab. */
        head: Piece<'head', Head<Data>>
        /** The owner's day of birth, as yyyy-MM-dd: letters give it. */
        bornOn: (data: Data) => string | null
        facts?: never
        print?: never
      }
  )

declare const own: unique symbol
/** The data of some part: what its own query returned. Only the pieces of the same part know what is in it. */
export interface PartData {
  readonly [own]: true
}

/** A part of a plan, as the app uses it. */
export interface Part extends Described {
  /** The address of its main screen; undefined where another part's screen shows it. */
  path: string | undefined
  query: (ownerId: string) => PlanQuery<PartData>
  held: (data: PartData) => string | null
  next: (data: PartData) => Ask | null
  files: PartFiles<object> | null
  /** Left out by a part at the head of the memorial, as `print` is. */
  facts: Late<Facts<PartData>> | undefined
  print: Late<Print<PartData>> | undefined
  /** Left out by a part with a tab, as `bornOn` is. */
  head: Late<Head<PartData>> | undefined
  bornOn: ((data: PartData) => string | null) | undefined
  steps: Late<Steps<PartData>> | null
  sample: Late<PartData>
  incoming: Late<Incoming<PartData>>
  obituary?: (data: PartData) => Partial<ObituaryFacts>
}

/** Makes a part from its description, whose pieces were checked against its data, and forgets which data that is. */
export function part<Data>(description: PartOf<Data>): Part {
  // The only assertion of the app: a list of parts with different data can have no type that keeps them apart. It holds
  // because PartData comes from a part's query or sample alone, and reaches pieces together with that part.
  const { facts, print, head, bornOn, steps, sample, incoming, ...described } =
    description as unknown as PartOf<PartData>
  return {
    ...described,
    path: described.screens[0]?.path,
    facts: facts && late(async () => (await facts()).facts),
    print: print && late(async () => (await print()).print),
    head: head && late(async () => (await head()).head),
    bornOn,
    steps: steps && late(async () => (await steps()).steps),
    sample: late(async () => (await sample()).sample),
    incoming: late(async () => (await incoming()).incoming),
  }
}

/** Reorders parts: the named ones first, then the others in their present order. */
export function inOrder<Keyed extends { key: string }>(
  parts: readonly Keyed[],
  ...first: readonly Keyed['key'][]
): readonly Keyed[] {
  const rank = ({ key }: Keyed) => [...first, key].indexOf(key)
  return [...parts].sort((one, other) => rank(one) - rank(other))
}

/** What a designee may read of a plan now, in the database's words. */
export interface OpenPlan {
  canView: boolean
  /** The choices of the owner that let this person read their parts. */
  openParts: readonly string[]
}

/**
 * Whether a designee can read a part now. Only the policies protect the rows; this leaves out a part that would be empty,
 * because a part that a person may never read must look like one that doesn't exist.
 */
export function isReadBy({ choice }: Pick<Part, 'choice'>, { canView, openParts }: OpenPlan): boolean {
  return choice === null ? canView : openParts.includes(choice)
}

/** The first names of a list, and how many more there are: "My will · Family trust · 2 more". Null for an empty list. */
export function firstNames(names: readonly string[]): string | null {
  if (names.length === 0) return null
  const first = names.slice(0, 2)
  return dotted([...first, ...(names.length > first.length ? [`${names.length - first.length} more`] : [])])
}
