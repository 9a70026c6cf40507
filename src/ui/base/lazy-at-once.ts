import { type ComponentType, lazy } from 'react'

/**
 * A part of a page whose code starts loading as soon as the page's own code is there, in parallel with the page's data.
 * Draw it inside a Suspense.
 */
export function lazyAtOnce<Props>(load: () => Promise<ComponentType<Props>>) {
  // A failure shows when the part is drawn: it is then requested again, and the page's error screen handles the rest.
  load().catch(() => {})
  return lazy(async () => ({ default: await load() }))
}
