import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { profileQuery } from '@/data/account/profiles'
import { useMembership } from '@/data/membership/membership'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { FrozenNotice, frozenTitle, PlanState } from '@/parts/kit/plan-open'
import { ButtonLink } from '@/ui/base/button'
import { WayOutOfClosed } from '@/ui/base/way-out-of-closed'
import { nothing, onDemand } from '@/ui/late'
import { closedTitle } from './needs-attention'

const TrialEnded = onDemand(async () => (await import('./trial-ended')).TrialEnded, nothing)

const choosePlan = (
  <ButtonLink variant="primary" to={paths.billing} target="_blank">
    Choose a plan
  </ButtonLink>
)

interface Props {
  /** Whether this is a planning screen; other screens have no gate, but know what state the plan is in. */
  gated: boolean
  /** The screen. */
  children: ReactNode
}

/**
 * The premium gate, at the top of every planning screen. It explains what the database enforces and hides nothing: the
 * screen below stays usable for reading and printing, and for deleting unless the plan is frozen. The screen does not
 * wait for the gate, and typed text stays if a membership ends meanwhile.
 */
export function PremiumGate({ gated, children }: Props) {
  // Asked by the payment banner on the owner's other screens.
  const { data, refetch } = useMembership({ enabled: gated })
  // Read on every screen already, by the banner about a death certificate.
  const { data: profile } = useQuery(profileQuery(useUser().id))
  // After an approved certificate nothing can be changed, with or without a membership: that is the one reason then.
  const frozen = profile?.death_review === 'approved'
  const lapsed = !frozen && data?.premium === false

  const title = gated && lapsed ? closedTitle(data.subscription) : null
  const reason = gated && frozen ? frozenTitle : title
  const ask = useCallback(() => void refetch(), [refetch])
  const wayOut = useMemo(
    () => (gated ? { ask, closed: title === null ? null : { title, action: choosePlan } } : null),
    [gated, ask, title],
  )
  return (
    <>
      {/* Before the heading, so that a screen reader reads it first. */}
      <p role="status" className="sr-only print:hidden">
        {reason ? `${reason}. You’ll find the details at the top of this page.` : ''}
      </p>
      {gated && frozen ? <FrozenNotice /> : null}
      {gated && lapsed ? <TrialEnded subscription={data.subscription} /> : null}
      <WayOutOfClosed value={wayOut}>
        <PlanState value={frozen ? 'frozen' : lapsed ? 'lapsed' : 'open'}>{children}</PlanState>
      </WayOutOfClosed>
    </>
  )
}
