import { type ComponentType, lazy } from 'react'

/**
 * A part of a page whose code is fetched beside the page's data, as soon as the page's own code is there. Draw it inside
 * a Suspense.
 */
export function lazyAtOnce<Props>(load: () => Promise<ComponentType<Props>>) {
  // A failure shows when the part is drawn: it is then asked for again, and the page's error screen says the rest.
  load().catch(() => {})
  return lazy(async () => ({ default: await load() }))
}
