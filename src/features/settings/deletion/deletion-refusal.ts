import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@/data/account/profiles'
import { ownFirstHoursQuery } from '@/data/people/first-hours'
import { wasStoppedLately } from '@/data/rows/removed-rows'

/**
 * The code that the database would refuse the deletion of this account with, in any browser; null when nothing is known that
 * speaks against it.
 */
export function useDeletionRefusal(profile: Profile): 'HW060' | 'HW061' | 'HW092' | null {
  const { data: firstHours } = useQuery(ownFirstHoursQuery(profile.user_id))
  if (profile.death_review === 'pending' || profile.death_review === 'approved') return 'HW060'
  if (wasStoppedLately(profile.release_stopped_at)) return 'HW061'
  return firstHours && (firstHours.reason ?? firstHours.closed_reason) ? 'HW092' : null
}
