import { matchPath, useLocation } from 'react-router-dom'
import { PaymentBanner } from '@/features/billing/payment-banner'
import { OpenPlanStrip } from '@/features/release/open-plan-strip'
import { ReleaseNotices } from '@/features/release/release-notices'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'
import { patterns } from '@/lib/paths'
import { isGated } from './screens'

/** Where nothing is said of money: what concerns another person's plan, and the page that says it all. */
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
 * The strip across the top of every signed-in screen, for what concerns a whole plan. Each banner in it shows itself
 * only when it has something to say; nearly always the strip has no height.
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
