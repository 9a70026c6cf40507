import type { PlanCounts } from '@/data/plan-overview'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { type PlanPart, planParts } from '@/parts'
import { type Gap, inOrder, missing, type Part, started, there } from '@/parts/kit/part'

/** A part of the plan, or its people, as the dashboard shows it. */
export interface PlanCard extends Pick<Part, 'title' | 'state' | 'gap' | 'choice'> {
  key: PlanPart['key'] | 'people'
  path: string
}

/** The people the owner named: they are no part of the plan, but without them the plan could not be opened. */
const people: PlanCard = {
  key: 'people',
  title: 'Beneficiaries & Trustees',
  path: paths.beneficiaries,
  choice: null,
  state: ({ people: all = 0, people_accepted: accepted = 0, people_refusing_mail: unreached = 0 }) => {
    if (all === 0) return missing('No one is named right now.')
    if (unreached > 0) {
      return started(
        unreached === 1
          ? "Our email doesn't reach one person you've named."
          : `Our email doesn't reach ${unreached} of the people you've named.`,
      )
    }
    const named = `${count(all, 'person', 'people')} named`
    if (accepted === 0) return started(`${named}, no one has accepted yet.`)
    if (accepted === all) return there(`${named}, ${all === 1 ? "and they've" : 'all have'} accepted.`)
    return there(`${named}, ${accepted} ${accepted === 1 ? 'has' : 'have'} accepted.`)
  },
  gap: {
    found: 'their own name',
    missing: ({ executors, executors_died }) => {
      if (executors) return null
      return executors_died
        ? {
            what: 'Who will take over',
            why: "We're sorry: your executor has died, and you've named no one else who will carry out your wishes.",
            ask: 'who will carry out your wishes now?',
            action: 'Name another executor',
            to: paths.naming('executor'),
          }
        : {
            what: "Who's in charge",
            why: 'You have no executor right now. Name the person who will carry out your wishes.',
            ask: 'who will carry out your wishes?',
            action: 'Name an executor',
            to: paths.adding(paths.beneficiaries),
          }
    },
  },
}

/** The counts of a plan without the executors who have died: they can take care of nothing. */
export function withoutTheDead(counts: PlanCounts, executorsDied: number): PlanCounts {
  if (executorsDied === 0) return counts
  return {
    ...counts,
    executors: Math.max(0, (counts.executors ?? 0) - executorsDied),
    executors_died: executorsDied,
  }
}

/** The parts with a screen of their own. */
const ofParts = planParts.flatMap((part) => (part.path === undefined ? [] : { ...part, path: part.path }))

/** The cards of the dashboard, in the order in which the work is worth doing: the people come second. */
const planCards: readonly PlanCard[] = [...ofParts.slice(0, 1), people, ...ofParts.slice(1)]

/** Those of them that this installation offers, and any other that holds something: its owner can still delete it. */
export function shownCards(counts: PlanCounts, isOffered: (choice: Part['choice']) => boolean): PlanCard[] {
  return planCards.filter(({ choice, state }) => isOffered(choice) || state(counts).standing !== 'missing')
}

/** In the order in which an executor needs them. */
const byNeed = inOrder(planCards, 'funeral', 'people', 'documents')

/** What an executor would miss today, what they need first coming first. */
export function gapsOf(counts: PlanCounts): Gap[] {
  return byNeed.flatMap(({ gap }) => gap?.missing(counts) ?? [])
}

/** The words for what an executor finds in a plan without gaps. */
export const foundWithoutGaps: readonly string[] = byNeed
  .filter(({ key }) => key !== people.key)
  .flatMap(({ gap }) => gap?.found ?? [])

/** How many parts of the plan hold something, the people included. */
export function partsBegun(counts: PlanCounts): number {
  return planCards.filter(({ state }) => state(counts).standing !== 'missing').length
}
