import { useContext } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PlanOpen } from './plan-open'

/**
 * Whether the address asks a list to open its "add" dialog (`?add`), as the dashboard's links do, and the plan takes
 * changes.
 */
export function useWantsToAdd(): boolean {
  const [search] = useSearchParams()
  return useContext(PlanOpen) && search.has('add')
}
