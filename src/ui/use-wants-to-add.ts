import { useSearchParams } from 'react-router-dom'

/** Whether the address asks a list to open its "add" dialog (`?add`), as the lines of the dashboard do. */
export function useWantsToAdd(): boolean {
  const [search] = useSearchParams()
  return search.has('add')
}
