import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useDiedExecutors } from '@/data/people/died-designees'
import { type PlanOverview, planOverviewQuery } from '@/data/plan-overview'
import { allLoaded, type Loadable } from '@/ui/base/loaded'
import { memorialParts, type ReadPart, usePlan } from '../use-plan'
import type { Country } from './countries'
import { type Executors, executorSteps } from './executor-steps'
import { type Gap, gapsIn, type PartWithSteps, type PlanStep, planSteps, usePartSteps } from './plan-steps'

/** One's own plan, and the steps that are made from it. */
export interface OwnPlan {
  overview: PlanOverview
  executors: Executors
  parts: readonly ReadPart[]
  steps: PlanStep[]
  /** What is missing in it. That of the people named belongs to no part. */
  gaps: Gap[]
}

/** Reads one's own plan as those named will: what it holds, what they will do with it, and what it doesn't say. */
export function useOwnPlan(userId: string, country: Country | null = null): Loadable<OwnPlan> {
  const overview = useQuery(planOverviewQuery(userId))
  const executors = useExecutors(userId)
  const parts = usePlan(memorialParts, userId, { isWhole: true })
  const withSteps = usePartSteps(parts)
  const query = allLoaded(overview, ...withSteps.map((part) => part.query))
  const isLoaded = query.data !== undefined
  const given = useMemo(
    () =>
      isLoaded && overview.data && executors
        ? { overview: overview.data, executors, parts, withSteps, country }
        : undefined,
    [isLoaded, overview.data, executors, parts, withSteps, country],
  )
  // A slow phone takes 40 ms to make the steps. Deferred, so that it can answer a press first, and kept, because a page is
  // drawn again for much that changes nothing in them.
  const whole = useDeferredValue(given)
  const data = useMemo(() => whole && ownPlan(whole), [whole])
  return { ...query, data }
}

/** The executors of one's own plan; undefined until they are read, and the dead among them counted once they are known. */
export function useExecutors(userId: string): Executors | undefined {
  const counts = useQuery(planOverviewQuery(userId)).data?.counts
  const died = useDiedExecutors(userId)
  return useMemo(() => counts && { named: counts.executors ?? 0, died }, [counts, died])
}

interface Given extends Pick<OwnPlan, 'overview' | 'executors' | 'parts'> {
  withSteps: readonly PartWithSteps[]
  country: Country | null
}

function ownPlan({ overview, executors, parts, withSteps, country }: Given): OwnPlan {
  const who = overview.full_name ?? 'your loved one'
  const unreadOf = ({ unread }: ReadPart) => unread?.(overview.counts) ?? null
  const withheld = parts.filter((part) => unreadOf(part) === 'not offered').map(({ key }) => key)
  // Where no one is named at all, it is that which is missing.
  const unread = overview.counts.people ? parts.flatMap((part) => (unreadOf(part) && part.choice) || []) : []
  const steps = planSteps(
    withSteps.filter(({ key }) => !withheld.includes(key)),
    { who, unread },
    country,
    executorSteps(executors, who),
  )
  return { overview, executors, parts, steps, gaps: gapsIn(steps) }
}

/** Whether anything is in a plan yet, or anyone named. */
export function isBegun({ overview, parts }: Pick<OwnPlan, 'overview' | 'parts'>): boolean {
  return (
    Number(overview.counts.people ?? 0) > 0 ||
    parts.some(({ held, query: { data } }) => data !== undefined && held(data) !== null)
  )
}

/**
 * Who would have to find out what a plan doesn't say, in words for its owner, and what comes before: that they have no
 * executor.
 */
export function whoFindsOut({ named, died }: Executors): { before: string; who: string } {
  if (named > died) return { before: '', who: 'your executor' }
  return { before: named === 0 ? 'You have no executor. ' : '', who: 'your family' }
}

/**
 * What the list of steps is called for the owner: "What your executor will do", or "does" in a frozen plan.
 * @param executors undefined until they are read: then it names no one
 */
export function ownListTitle(executors: Executors | undefined, isFrozen: boolean): string {
  if (!executors) return `What they ${isFrozen ? 'do' : 'will do'}`
  return `What ${whoFindsOut(executors).who} ${isFrozen ? 'does' : 'will do'}`
}
