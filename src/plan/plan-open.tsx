import { createContext, type ReactNode, useContext } from 'react'

/** Whether the plan on the screen can be added to and changed; taken to be so until it is known. */
export const PlanOpen = createContext(true)

/**
 * A button that leads to adding or changing: left out where the database would refuse it, so that nobody types what
 * cannot be saved. Reading, deleting and taking along stay. Never around a form: what was typed would go with it.
 */
export function WhilePlanOpen({ children }: { children: ReactNode }) {
  return useContext(PlanOpen) ? children : null
}
