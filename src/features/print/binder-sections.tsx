import { fileLink } from '@/data/files/storage'
import type { Memory } from '@/data/memorial/memories'
import type { Designation } from '@/data/people/designations'
import type { Enums } from '@/lib/database.types'
import { capitalize, count } from '@/lib/text'
import type { PlanPart } from '@/parts'
import type { Head } from '@/parts/kit/facts'
import type { PartData } from '@/parts/kit/part'
import { type Print, PrintedList, type PrintedPart } from '@/parts/kit/printed'
import { allPieces } from '@/reading/all-pieces'
import { heads } from '@/reading/memorial-head'
import { MemoryContent } from '@/reading/memories/memory-content'
import { gapsIn, usePartSteps } from '@/reading/steps/plan-steps'
import type { ReadPart } from '@/reading/use-plan'
import { allLoaded, type Loadable } from '@/ui/base/loaded'
import { useLate } from '@/ui/late'
import { isOptional } from '@/words/part-choices'

/** A plan in the form that is printed. */
export interface PrintedPlan {
  /** Null when it was never entered. */
  ownerName: string | null
  /** When the owner died, as a day; null while it is not known. */
  diedOn: string | null
  /** What designees left after the death, for those who may see it. */
  memories: readonly Memory[]
  /** Who prints it: the owner, or a designee in this role. */
  reader: 'owner' | Enums<'designation_role'>
  /** What the reader may see of the plan, complete. */
  parts: readonly PartToPrint[]
  /** Null unless the owner prints. */
  byOwner: PrintedByOwner | null
}

/** What only an owner prints (printed-by-owner.tsx): no one who is named sees who else is. */
export interface PrintedByOwner {
  /** The people whom the owner named. */
  people: readonly Designation[]
  /** The section about them. */
  section: MadeSection
  /** Who takes care of the rest, as the first steps say it. */
  executorStep: string
  /** How those who were named get at the files. @param section the number of the section about them */
  filesStep: (section: number | undefined) => string
}

/** A part with its data, and what prints it: as a section, or at the head. */
interface PartToPrint extends Pick<PlanPart, 'key' | 'choice' | 'held'> {
  data: PartData
  /** What its steps find missing in it. */
  missing: readonly string[]
  print: Print<PartData> | undefined
  head: Head<PartData> | undefined
}

const prints = allPieces(({ print }) => print)
// All of them are needed, so their code comes along with their data.
prints.ahead()

/** A section of the binder. */
export interface BinderSection extends PrintedPart {
  id: string
  isEmpty: boolean
  /** Its content in a few words. */
  summary: string
  /** What its steps find missing in it. */
  missing: readonly string[]
  title: string
  number: number
}

/** A section that is not in its place yet. */
export type MadeSection = Omit<BinderSection, 'number'>

/**
 * The parts of a plan with what prints them. Nothing is printed until all of it has loaded, because paper cannot show that
 * a part failed to load.
 * @param parts read with usePlan as a whole
 */
export function usePartsToPrint(parts: readonly ReadPart[]): Loadable<PrintedPlan['parts']> {
  const pieces = allLoaded(useLate(prints), useLate(heads))
  const plan = allLoaded(...parts.map(({ query }) => query))
  const steps = usePartSteps(parts)
  const both = allLoaded(pieces, plan, ...steps.map(({ query }) => query))
  if (!both.data) return { ...both, data: undefined }
  const [[printOf, headOf]] = both.data
  const toPrint = ({ key, choice, held, query: { data } }: ReadPart) => {
    if (data === undefined) return []
    const made = steps.find((part) => part.key === key)?.query.data?.({ who: '' }) ?? []
    const missing = gapsIn(made).map((gap) => gap.missing.what)
    return { key, choice, held, data, missing, print: printOf.get(key), head: headOf.get(key) }
  }
  return { ...both, data: parts.flatMap(toPrint) }
}

/** "Margaret Ellis's plan" */
export function planTitle({ ownerName, reader }: Pick<PrintedPlan, 'ownerName' | 'reader'>): string {
  if (ownerName) return `${ownerName}’s plan`
  return reader === 'owner' ? 'My plan' : 'A loved one’s plan'
}

/** The owner's name as used in the binder's sentences. */
export function whoseOf({ ownerName, reader }: Pick<PrintedPlan, 'ownerName' | 'reader'>): string {
  return ownerName ?? (reader === 'owner' ? 'the owner of this plan' : 'your loved one')
}

/** The sections for this reader, in the order in which a family needs them. */
export function binderSections(printed: PrintedPlan): BinderSection[] {
  const { reader, byOwner } = printed
  const who = whoseOf(printed)
  const makers = printed.parts.flatMap(({ key, choice, data, held, missing, print: part }) => {
    const summary = held(data)
    // Not everyone is offered it, and no one has to begin it.
    if (!part || (isOptional(choice) && summary === null)) return []
    const { title, print } = part
    return (number: number): MadeSection => ({
      id: key,
      title,
      isEmpty: summary === null,
      summary: summary ?? 'Nothing',
      missing,
      ...print(data, { reader, who, people: byOwner?.people ?? null, number }),
    })
  })
  // The people come after the funeral and its music.
  if (byOwner) makers.splice(2, 0, () => byOwner.section)
  if (printed.memories.length > 0) makers.push(() => remembered(printed.memories))
  const sections = makers.map((make, index) => ({ ...make(index + 1), number: index + 1 }))
  return [...sections, { ...gaps(printed, sections), number: sections.length + 1 }]
}

function remembered(memories: readonly Memory[]): MadeSection {
  return {
    id: 'memories',
    title: 'Memories',
    isEmpty: false,
    summary: count(memories.length, 'memory', 'memories'),
    missing: [],
    content: (
      <PrintedList rows={memories} none="" look="flowing">
        {(memory) => <MemoryContent memory={memory} look={fileLink} />}
      </PrintedList>
    ),
  }
}

function gaps({ reader }: PrintedPlan, sections: readonly BinderSection[]): MadeSection {
  const open = sections.filter(({ missing }) => missing.length > 0)
  const all = open.reduce((sum, { missing }) => sum + missing.length, 0)
  return {
    id: 'gaps',
    title: 'What’s missing',
    isEmpty: all === 0,
    summary: all === 0 ? 'Nothing is missing' : count(all, 'thing'),
    missing: [],
    content:
      all === 0 ? (
        <p>Nothing is missing that an executor would have to find out.</p>
      ) : (
        <>
          <p>
            {reader === 'owner'
              ? 'There’s room to fill it in by hand.'
              : 'Nothing was written down about these. No page is missing.'}
          </p>
          {open.map(({ id, title, missing }) => (
            <div key={id} className="break-inside-auto">
              <h3>{title}</h3>
              <ul>
                {missing.map((what) => (
                  <li
                    key={what}
                    className={
                      reader === 'owner' ? 'border-b border-edge pt-2 pb-8 wrap-anywhere' : 'wrap-anywhere'
                    }
                  >
                    {capitalize(what)}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </>
      ),
  }
}
