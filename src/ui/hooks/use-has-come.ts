import { parseTimestamp } from '@/lib/dates'
import { useIsPast } from './use-is-past'

/**
 * Whether a moment of the database has passed; renders the component again when it does.
 * @param moment an ISO timestamp; null for never
 */
export function useHasCome(moment: string | null | undefined): boolean {
  return useIsPast(parseTimestamp(moment)?.getTime() ?? null)
}
