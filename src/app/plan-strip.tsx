import { OpenPlanStrip } from '@/features/release/open-plan-strip'
import { ReleaseNotices } from '@/features/release/release-notices'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'

/**
 * The strip across the top of every signed-in screen, for what concerns a whole plan. Each banner in it shows itself
 * only when it has something to say; nearly always the strip has no height.
 */
export function PlanStrip() {
  return (
    <>
      <StopReleaseBanner />
      <OpenPlanStrip />
      <ReleaseNotices />
    </>
  )
}
