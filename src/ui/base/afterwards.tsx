import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Draws its children right after everything around them, in a task of its own: all at once, a slow phone would answer no
 * press for a fifth of a second. For what is seldom seen.
 */
export function Afterwards({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false)
  // Deferred values of one drawing are all drawn together, with whatever else the page defers.
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return isDrawn ? children : null
}
