import type { ReactNode } from 'react'

/** Keeps the room of its children while they can't be used yet: shown later, they would push down what follows. */
export function Reserved({ until, children }: { until: boolean; children: ReactNode }) {
  return (
    <div
      className={until ? 'contents' : 'invisible contents'}
      inert={!until}
      aria-hidden={!until || undefined}
    >
      {children}
    </div>
  )
}
