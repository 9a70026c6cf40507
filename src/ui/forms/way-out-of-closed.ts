import { createContext, type ReactNode } from 'react'

/** What can open again a plan that takes no changes. */
interface WayOut {
  /** Asks again whether it takes changes: called when a save was refused. */
  ask: () => void
  /** Why it takes none, and what opens it again; null where nothing of the kind is known. */
  closed: { title: string; action: ReactNode } | null
}

/** What the screens around a form know of a plan that takes no changes, such as that its membership has ended. */
export const WayOutOfClosed = createContext<WayOut>({ ask: () => {}, closed: null })
