import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { membershipQuery } from '@/data/membership/membership'
import { useUser } from '@/data/session/session'
import { PlanOpen } from '@/plan/plan-open'
import { TrialEnded } from './rarely-shown'

interface Props {
  /** Whether this is a planning screen; others have no gate. */
  gated: boolean
  /** The screen. */
  children: ReactNode
}

/**
 * The premium gate, on top of every planning screen. It explains what the database enforces and takes nothing away: the
 * screen stays below it, to be read, printed and deleted from. Nothing waits for it, and what is being typed stays when
 * a membership ends meanwhile.
 */
export function PremiumGate({ gated, children }: Props) {
  const user = useUser()
  const { data } = useQuery({ ...membershipQuery(user.id), enabled: gated })
  const closed = gated && data?.premium === false
  return (
    <>
      {/* The gate stands before the heading, where a screen reader begins to read. */}
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
