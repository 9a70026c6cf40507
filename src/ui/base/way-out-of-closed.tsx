import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { errorCode } from '@/lib/errors'
import { errorSentence } from '@/words/refusals'
import { Notice } from './notice'

/** Why a plan takes no changes, and what opens it again. */
interface Closed {
  title: string
  action: ReactNode
}

interface WayOut {
  /** Asks again whether the plan takes changes: called when a save was refused. */
  ask: () => void
  /** Null where nothing of the kind is known. */
  closed: Closed | null
}

/**
 * What the screens around a form or a button know of a plan that takes no changes, such as that its membership has
 * ended. Null on screens that a membership doesn't decide about.
 */
export const WayOutOfClosed = createContext<WayOut | null>(null)

/**
 * Whether a plan that takes no changes refused it: the policies refuse a first save with 42501, a later one with plan_closed.
 * Where no membership decides, 42501 says only that the person may not do it.
 */
function refusedByClosedPlan(problem: unknown, isGated: boolean): boolean {
  const code = errorCode(problem)
  return code === 'plan_closed' || (isGated && code === '42501')
}

/**
 * Why something failed, in a sentence. When a plan that takes no changes refused it, the screens around are asked why.
 * @param problem the error from the last try; null when nothing went wrong
 * @returns `isOfClosedPlan`: whether the plan takes no changes; `closed`: why it takes none, once that is known; to be
 * shown in place of the sentence
 */
export function useRefusal(problem: unknown) {
  const wayOut = useContext(WayOutOfClosed)
  const ask = wayOut?.ask
  useEffect(() => {
    if (ask && refusedByClosedPlan(problem, true)) ask()
  }, [problem, ask])
  const isOfClosedPlan = refusedByClosedPlan(problem, wayOut !== null)
  return {
    isOfClosedPlan,
    closed: isOfClosedPlan ? (wayOut?.closed ?? null) : null,
    sentence: errorSentence(isOfClosedPlan ? { code: 'plan_closed' } : problem),
  }
}

interface ClosedNoticeProps {
  /** From useRefusal. */
  closed: Closed
  className?: string | undefined
  /** Shown before what can be done. */
  children?: ReactNode
}

/** Says that a change was refused because a membership or the trial has ended, and leads to the plans in a new tab. */
export function ClosedNotice({ closed: { title, action }, className, children }: ClosedNoticeProps) {
  return (
    <Notice tone="warning" role="alert" title={title} action={action} className={className}>
      {children} Choose a plan to make changes. It opens in a new tab, and everything here stays as it is.
    </Notice>
  )
}
