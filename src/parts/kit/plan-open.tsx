import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { Notice } from '@/ui/base/notice'

/**
 * What the plan on the screen takes. "open": everything. "lapsed", without a membership: nothing new and no change, but
 * things are still removed. "frozen", after the verified death: nothing at all. Assumed to be open until it is known.
 */
export const PlanState = createContext<'open' | 'lapsed' | 'frozen'>('open')

/**
 * Hides buttons for adding and changing while the database would refuse to save, so that people do not type in vain.
 * Never wrap a form in it, because that would lose what was typed: see FormUnlessFrozen.
 */
export function WhilePlanOpen({ children }: { children: ReactNode }) {
  return useContext(PlanState) === 'open' ? children : null
}

interface LinkWhilePlanOpenProps {
  /** Where something is added or changed. */
  to: string
  className?: string
  children: ReactNode
}

/** Names something to add or change, with the way there while the plan takes it. */
export function LinkWhilePlanOpen({ to, className, children }: LinkWhilePlanOpenProps) {
  if (useContext(PlanState) !== 'open') return children
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}

/** Whether the plan on the screen is frozen. */
export function useIsFrozen(): boolean {
  return useContext(PlanState) === 'frozen'
}

/** What someone "will see" of the plan on the screen, or "sees" of it after the verified death. */
export function useSees(): 'sees' | 'will see' {
  return useIsFrozen() ? 'sees' : 'will see'
}

/** Hides what is possible without a membership but not in a frozen plan: removing things, and writing to people. */
export function UnlessFrozen({ children }: { children: ReactNode }) {
  return useIsFrozen() ? null : children
}

/** Hides a form in a frozen plan. What was typed stays in it, and is there again after the owner's stop. */
export function FormUnlessFrozen({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div hidden={useIsFrozen()} className={className}>
      {children}
    </div>
  )
}

export const frozenTitle = 'Your plan can’t be changed now'

/** Explains why a screen of a frozen plan offers no changes. The banner above it says more, and has the button. */
export function FrozenNotice() {
  return (
    <Notice tone="warning" className="mb-10 print:hidden" title={frozenTitle}>
      <p>It stays as you left it. Once you stop the release, you can change it again.</p>
    </Notice>
  )
}
