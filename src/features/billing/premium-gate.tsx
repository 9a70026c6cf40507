import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { profileQuery } from '@/data/account/profiles'
import { useMembership } from '@/data/membership/membership'
import { useUser } from '@/data/session/session'
import { PlanOpen } from '@/plan/plan-open'
import { Notice } from '@/ui/notice'
import { closedTitle } from './needs-attention'
import { TrialEnded } from './rarely-shown'

const frozenTitle = "Your plan can't be changed now"

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
  const { data: profile } = useQuery({ ...profileQuery(useUser().id), enabled: gated })
  // After an approved certificate nothing can be changed, with or without a membership: that is the one reason then.
  const frozen = gated && profile?.death_review === 'approved'
  const lapsed = gated && !frozen && data?.premium === false
  const reason = frozen ? frozenTitle : lapsed ? closedTitle(data.subscription) : null
  return (
    <>
      {/* Before the heading, so that a screen reader reads it first. */}
      <p role="status" className="sr-only print:hidden">
        {reason ? `${reason}. You'll find the details at the top of this page.` : ''}
      </p>
      {frozen ? (
        <Notice tone="warning" className="mb-10 print:hidden" title={frozenTitle}>
          {/* The banner above says why, and has the button. */}
          <p>It stays as you left it. Once you stop this, you can change it again.</p>
        </Notice>
      ) : null}
      {lapsed ? (
        <Suspense fallback={null}>
          <TrialEnded subscription={data.subscription} />
        </Suspense>
      ) : null}
      <PlanOpen value={reason === null}>{children}</PlanOpen>
    </>
  )
}
