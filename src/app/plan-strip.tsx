import { useLocation } from 'react-router-dom'
import { PaymentBanner } from '@/features/billing/payment-banner'
import { NewBrowsers } from '@/features/browsers/new-browsers'
import { FirstHoursStrip } from '@/features/release/first-hours-strip'
import { OpenPlanStrip } from '@/features/release/open-plan-strip'
import { ReleaseNotices } from '@/features/release/release-notices'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'
import { asRouted, patterns } from '@/lib/paths'
import { isGated, isOfAnother } from './screens'

/** Pages without the payment banner, besides those about another person's plan. Billing says it all itself. */
const withoutPayment: readonly string[] = [patterns.invites, patterns.billing]

/**
 * The strip at the top of every signed-in screen, for notices about a whole plan. Each banner appears only when it has
 * something to say, so the strip is usually empty.
 */
export function PlanStrip() {
  const { pathname } = useLocation()
  return (
    <>
      <StopReleaseBanner />
      <FirstHoursStrip />
      <NewBrowsers />
      <OpenPlanStrip />
      <ReleaseNotices />
      {isOfAnother(pathname) || withoutPayment.includes(asRouted(pathname)) ? null : (
        <PaymentBanner gated={isGated(pathname)} />
      )}
    </>
  )
}
