import type { PlanCounts } from '@/data/plan-overview'
import { paths } from '@/lib/paths'
import { count, dotted } from '@/lib/text'
import type { PlanPart } from '@/parts'
import { type Ask, inOrder, type Unread } from '@/parts/kit/part'
import type { Unsaid } from '@/parts/kit/step'
import type { Executors } from '@/reading/steps/executor-steps'
import type { Gap } from '@/reading/steps/plan-steps'
import type { ReadPart } from '@/reading/use-plan'

/** A part of the plan, or its people, as the dashboard shows it. */
export interface PlanRow {
  key: PlanPart['key'] | 'people'
  title: string
  path: string
  /** What it holds, in a few words; null while it holds nothing. */
  held: string | null
  /** What to do next with it; null when nothing is missing in it. */
  next: Ask | null
  /** What the steps that are made from it find missing. */
  missing: readonly Unsaid[]
  /** Whether it waits for others, although nothing is missing. */
  isWaiting: boolean
}

/** The counts of a plan that are about the people named. */
type PeopleCounts = Pick<PlanCounts, string>

/** What the owner's people are, in words; null when none is named. @param died how many executors have died, if known */
function peopleWords(counts: PeopleCounts, died: number) {
  const { people = 0 } = counts
  if (people === 0) return null
  const named = `${count(people, 'person', 'people')} named`
  if (died === people) return `${named}, who ${people === 1 ? 'has' : 'have all'} died.`
  const state = stateWords(named, counts)
  return died === 0 ? state : `${state} ${died === 1 ? 'One executor has' : `${died} executors have`} died.`
}

function stateWords(
  named: string,
  { people = 0, people_accepted = 0, people_refusing_mail = 0 }: PeopleCounts,
): string {
  if (people_refusing_mail > 0)
    return people_refusing_mail === 1
      ? 'Our email doesn’t reach one person you’ve named.'
      : `Our email doesn’t reach ${people_refusing_mail} of the people you’ve named.`
  if (people_accepted === 0) return `${named}, no one has accepted yet.`
  if (people_accepted === people) return `${named}, ${people === 1 ? 'and they’ve' : 'all have'} accepted.`
  return `${named}, ${people_accepted} ${people_accepted === 1 ? 'has' : 'have'} accepted.`
}

function nextForPeople({ named, died }: Executors): Ask | null {
  if (named > died) return null
  return died > 0
    ? {
        ask: 'who will carry out your wishes now?',
        why: 'We’re sorry: your executor has died, and you’ve named no one else who will carry out your wishes.',
        action: 'Name another executor',
        to: paths.naming('executor'),
      }
    : {
        ask: 'who will carry out your wishes?',
        why: 'Without an executor, the court appoints someone.',
        how: 'Name the person who will be your executor.',
        action: 'Name an executor',
        to: paths.naming('executor'),
      }
}

/** What is said of a part that no one named reads. */
const unreadWords: Record<Unread, string> = {
  'not offered': 'Not offered here, so no one else can read it',
  'by anyone': 'No one else can read it',
  'in the first hours': 'No one else can read it in the first hours',
}

interface Given {
  counts: PeopleCounts
  executors: Executors
  parts: readonly ReadPart[]
  gaps: readonly Gap[]
  isOffered: (choice: PlanPart['choice']) => boolean
}

/**
 * The rows of the dashboard: the portrait, which leads the memorial too, then the others in the order in which an executor
 * needs them; before all of these, who takes over from one who has died. A part that this installation doesn't offer has
 * one only where it holds something: its owner can still delete it. The people are no part of the plan, but without them
 * it could not be opened.
 */
export function planRows({ counts, executors, parts, gaps, isOffered }: Given): PlanRow[] {
  const missingIn = (key: PlanPart['key'] | undefined) =>
    gaps.filter(({ part }) => part?.key === key).map(({ missing }) => missing)
  const heldOf = ({ held, query: { data } }: ReadPart) => (data === undefined ? null : held(data))
  const ofParts = parts.flatMap((part): PlanRow[] => {
    const { key, title, path, tab, choice, next, query } = part
    if (path === undefined) return []
    // What has no screen of its own stands on this one.
    const shown = [part, ...parts.filter((other) => other.path === undefined && other.tab === tab)]
    const missing = missingIn(key)
    const unread = part.unread?.(counts) ?? null
    const holds = shown.flatMap((one) => heldOf(one) ?? [])
    // What is missing in it says so already.
    const isSaid = missing.length > 0 || holds.length === 0
    const held = dotted(unread === null || isSaid ? holds : [...holds, unreadWords[unread]]) || null
    if (held === null && !isOffered(choice)) return []
    // The steps alone say what is missing: a part without a gap in them asks for nothing, even one that was left halfway.
    const asked = query.data === undefined || missing.length === 0 ? null : next(query.data)
    return [{ key, title, path, held, next: asked, missing, isWaiting: unread !== null }]
  })
  const people: PlanRow = {
    key: 'people',
    title: 'Beneficiaries & Trustees',
    path: paths.beneficiaries,
    held: peopleWords(counts, executors.died),
    next: nextForPeople(executors),
    missing: missingIn(undefined),
    isWaiting: !counts.people_accepted || Boolean(counts.people_refusing_mail),
  }
  const first =
    executors.died > 0 && people.next
      ? (['people', 'portrait', 'funeral'] as const)
      : (['portrait', 'funeral', 'people'] as const)
  return [...inOrder([people, ...ofParts], ...first, 'documents')]
}
