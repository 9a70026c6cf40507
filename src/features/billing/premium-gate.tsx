import { type ReactNode, Suspense } from 'react'
import { useMembership } from '@/data/membership/membership'
import { PlanOpen } from '@/plan/plan-open'
import { TrialEnded } from './rarely-shown'

interface Props {
  /** Whether this is a planning screen; other screens have no gate. */
  gated: boolean
  /** The screen. */
  children: ReactNode
}

/**
 * The premium gate, at the top of every planning screen. It explains what the database enforces and hides nothing: the
 * screen below stays usable for reading, printing and deleting. The screen does not wait for the gate, and typed text
 * stays if a membership ends meanwhile.
 */
export function PremiumGate({ gated, children }: Props) {
  const { data } = useMembership({ enabled: gated })
  const closed = gated && data?.premium === false
  return (
    <>
      {/* Before the heading, so that a screen reader reads it first. */}
      <p role="status" className="sr-only print:hidden">
        {closed ? 'Your free trial has ended. What that means stands above the heading of this page.' : ''}
      </p>
      {closed ? (
        <Suspense fallback={null}>
          <TrialEnded subscription={data.subscription} />
        </Suspense>
      ) : null}
      <PlanOpen value={!closed}>{children}</PlanOpen>
    </>
  )
}
