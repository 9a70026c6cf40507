import { useQuery } from '@tanstack/react-query'
import { type CircleMember, circleOf } from '@/data/people/circle'
import { ownFirstHoursQuery } from '@/data/people/first-hours'
import { useHasCome } from '@/ui/hooks/use-is-past'

/** The people to whom the first hours of the signed-in owner's plan are open now; none until that is known. */
export function useOpenCircle(userId: string): CircleMember[] {
  const { data } = useQuery(ownFirstHoursQuery(userId))
  const hasOpened = useHasCome(data?.opens_at)
  return hasOpened && data?.reason ? circleOf(data) : []
}
