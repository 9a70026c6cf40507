import { useQuery } from '@tanstack/react-query'
import { designationBy, invitationsQuery } from '@/data/people/designations'
import type { FirstHours } from '@/data/people/first-hours'
import { useUser } from '@/data/session/session'

/**
 * Who opened the first hours, for a sentence to begin with: "Tom", or "You". The database gives the name that the owner wrote
 * down for that person. It is the reader's where the reader's own designation has it, and no one else's in the circle.
 */
export function useOpenedBy(
  ownerId: string,
  firstHours: Pick<FirstHours, 'opened_by_name' | 'members'> | null,
): string | null {
  const { opened_by_name: name = null, members = [] } = firstHours ?? {}
  const { data = [] } = useQuery({ ...invitationsQuery(useUser().id), enabled: name !== null })
  const isOnly = members.filter((member) => member === name).length === 1
  return isOnly && designationBy(ownerId, data)?.person_name === name ? 'You' : name
}
