import { createContext, type ReactNode, useContext } from 'react'

/** Whether the plan on the screen takes changes; assumed to be true until it is known. */
export const PlanOpen = createContext(true)

/**
 * Hides buttons for adding and changing while the database would refuse to save, so that people do not type in vain.
 * Reading, deleting and exporting stay possible. Never wrap a form in it, because hiding the form would lose its input.
 */
export function WhilePlanOpen({ children }: { children: ReactNode }) {
  return useContext(PlanOpen) ? children : null
}
