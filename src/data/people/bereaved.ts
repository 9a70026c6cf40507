import { useQuery } from '@tanstack/react-query'
import { addDays, isFuture } from 'date-fns'
import { invitationsQuery } from './designations'
import { deathsQuery, type MournedOwner, useAcceptedOwners } from './died-designees'

/**
 * Whether someone who named the signed-in person has died, also while the death certificate is still under review: a family
 * doesn't wait for it to mourn. Undefined until that is known, and false where it can't be read.
 */
export function useIsBereaved(userId: string): boolean | undefined {
  const ownerIds = useAcceptedOwners(userId)
  const { data, isPending } = useQuery(deathsQuery(userId, ownerIds ?? []))
  if (ownerIds?.length === 0) return false
  return ownerIds === undefined || isPending ? undefined : data !== undefined && data.length > 0
}

/** How long there is much to do for someone who has died, in days from the opening of their plan. */
const BUSY_DAYS = 365

/** There is no day of opening while a certificate is under review. */
const diedLately = (owners: MournedOwner[]): boolean =>
  owners.some(({ release_at }) => release_at === null || isFuture(addDays(release_at, BUSY_DAYS)))

/**
 * Whether someone who named the signed-in person died within the last year, or a death certificate for them is under review,
 * so that there is much to do for them; undefined until that is known. A page that decides by it doesn't wait for a second
 * try, and only one who accepted an invitation waits for a read that the page doesn't make anyway.
 */
export function useIsNeeded(userId: string): boolean | undefined {
  const invitations = useQuery(invitationsQuery(userId))
  const ownerIds = useAcceptedOwners(userId) ?? []
  const lately = useQuery({ ...deathsQuery(userId, ownerIds), select: diedLately })
  const awaited = ownerIds.length > 0 ? lately : invitations
  return awaited.isPending && awaited.failureCount === 0 ? undefined : (lately.data ?? false)
}
