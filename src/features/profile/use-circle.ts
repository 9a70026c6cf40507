import { useQuery } from '@tanstack/react-query'
import { type CircleMember, circleOf } from '@/data/people/circle'
import { ownFirstHoursQuery } from '@/data/people/first-hours'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { partChoiceNames, partChoices } from '@/words/part-choices'

/**
 * The people whom the signed-in owner chose for the first hours, and to which of them some of these are open now; none until
 * that is known. Some parts open only after a death, so that someone chosen for these alone reads nothing while the owner is
 * ill.
 */
export function useCircle(userId: string): { circle: CircleMember[]; readsNow: CircleMember[] } {
  const { data } = useQuery(ownFirstHoursQuery(userId))
  const hasOpened = useHasCome(data?.opens_at)
  const circle = data ? circleOf(data) : []
  if (!hasOpened || !data?.reason) return { circle, readsNow: [] }
  const open = partChoiceNames.filter(
    (name) => data.reason === 'died' || partChoices[name].opensEarly === data.reason,
  )
  return { circle, readsNow: circle.filter(({ parts }) => open.some((name) => parts.includes(name))) }
}
