import { useQuery } from '@tanstack/react-query'
import { type CircleMember, circleOf } from '@/data/people/circle'
import { ownFirstHoursQuery } from '@/data/people/first-hours'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { partChoiceNames, partChoices } from '@/words/part-choices'

/** The people whom the signed-in owner chose for the first hours; none until that is known. */
export function useCircle(userId: string): CircleMember[] {
  const { data } = useQuery(ownFirstHoursQuery(userId))
  return data ? circleOf(data) : []
}

/**
 * The people to whom some of the first hours of the signed-in owner's plan is open now; none until that is known. Some parts
 * open only after a death, so that someone chosen for these alone reads nothing while the owner is ill.
 */
export function useOpenCircle(userId: string): CircleMember[] {
  const { data } = useQuery(ownFirstHoursQuery(userId))
  const circle = useCircle(userId)
  const hasOpened = useHasCome(data?.opens_at)
  if (!hasOpened || !data?.reason) return []
  const open = partChoiceNames.filter(
    (name) => data.reason === 'died' || partChoices[name].opensEarly === data.reason,
  )
  return circle.filter(({ parts }) => open.some((name) => parts.includes(name)))
}
