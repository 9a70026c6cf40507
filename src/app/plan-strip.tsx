import { StopReleaseBanner } from '@/features/release/stop-release-banner'

/**
 * The strip across the top of every signed-in screen, for what concerns the whole plan. Each banner in it shows
 * itself only when it has something to say; nearly always the strip has no height.
 */
export function PlanStrip() {
  return <StopReleaseBanner />
}
