import { matchPath, useLocation } from 'react-router-dom'
import { PaymentBanner } from '@/features/billing/payment-banner'
import { OpenPlanStrip } from '@/features/release/open-plan-strip'
import { ReleaseNotices } from '@/features/release/release-notices'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'
import { patterns } from '@/lib/paths'
import { isGated } from './screens'

/** Pages without the payment banner: those about another person's plan, and billing, which says it all itself. */
const withoutPayment = [
  patterns.invites,
  patterns.memorial,
  patterns.memorialPrint,
  patterns.memorialHistory,
  patterns.legacy,
  patterns.practice,
  patterns.billing,
]

/**
 * The strip at the top of every signed-in screen, for notices about a whole plan. Each banner appears only when it has
 * something to say, so the strip is usually empty.
 */
export function PlanStrip() {
  const { pathname } = useLocation()
  return (
    <>
      <StopReleaseBanner />
      <OpenPlanStrip />
      <ReleaseNotices />
      {withoutPayment.some((path) => matchPath({ path, end: false }, pathname)) ? null : (
        <PaymentBanner gated={isGated(pathname)} />
      )}
    </>
  )
}
