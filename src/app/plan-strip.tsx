import type { ComponentType } from 'react'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'

/** Banners that concern the whole plan, from the features; each shows itself only when it has something to say. */
const banners: ComponentType[] = [StopReleaseBanner]

/** The strip across the top of every signed-in screen. Empty, and without height, nearly always. */
export function PlanStrip() {
  return banners.map((Banner) => <Banner key={Banner.name} />)
}
