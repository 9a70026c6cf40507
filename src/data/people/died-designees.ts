import { queryOptions, useQuery } from '@tanstack/react-query'
import { isReleased, type Profile, profileKeys } from '@/data/account/profiles'
import { supabase } from '@/data/client'
import { designationState } from './designation-state'
import { type Designation, designationKeys, invitationsQuery } from './designations'

/*
 * Couples name each other. Whether someone whom the owner named has died is told to the owner only where that person had
 * named the owner too and the plan was released: the owner has then read so in our email and in the memorial. Nothing else
 * is asked of the database than what the owner may read as one who was named.
 */

/**
 * Which of these people have died, or are said to have: a death certificate was approved, and their plans open to the
 * signed-in person after a wait, or it is under review.
 */
export function deathsQuery(userId: string, ownerIds: readonly string[]) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'died', userId, ownerIds],
    queryFn: async ({ signal }): Promise<MournedOwner[]> => {
      const { data } = await supabase
        .from('profiles')
        .select('user_id, death_review, release_at')
        .in('user_id', ownerIds)
        .abortSignal(signal)
        .throwOnError()
      return data.filter(({ death_review }) => death_review === 'approved' || death_review === 'pending')
    },
    enabled: ownerIds.length > 0,
  })
}

export type MournedOwner = Pick<Profile, 'user_id' | 'death_review' | 'release_at'>

const releasedOf = (owners: MournedOwner[]): string[] =>
  owners.filter((owner) => isReleased(owner)).map(({ user_id }) => user_id)

/** The accounts whose invitations the person has accepted; undefined until that is known. */
export function useAcceptedOwners(userId: string): string[] | undefined {
  const { data, isPending } = useQuery(invitationsQuery(userId))
  if (isPending) return undefined
  const accepted = data?.filter((invitation) => designationState(invitation) === 'accepted') ?? []
  return [...new Set(accepted.map(({ owner_id }) => owner_id))].sort()
}

/**
 * The accounts of people who named the signed-in owner too and whose plans were released after their deaths; none until
 * that is known.
 */
export function useDiedOwners(userId: string): readonly string[] {
  const ownerIds = useAcceptedOwners(userId) ?? []
  return useQuery({ ...deathsQuery(userId, ownerIds), select: releasedOf }).data ?? []
}

/** Whether this person, whom the owner named and who accepted, has died. */
export function hasDied(
  person: Pick<Designation, 'beneficiary_user_id'>,
  diedOwners: readonly string[],
): boolean {
  return person.beneficiary_user_id !== null && diedOwners.includes(person.beneficiary_user_id)
}

/** Asked only where someone has died. */
function diedExecutorsQuery(userId: string, diedOwners: readonly string[]) {
  return queryOptions({
    queryKey: [...designationKeys.ofOwner(userId), 'died-executors', diedOwners],
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await supabase
        .from('designations')
        .select('id', { count: 'exact', head: true })
        .eq('owner_id', userId)
        .eq('role', 'executor')
        .in('beneficiary_user_id', diedOwners)
        .is('revoked_at', null)
        .abortSignal(signal)
        .throwOnError()
      return count ?? 0
    },
    enabled: diedOwners.length > 0,
  })
}

/** How many executors of the signed-in owner have died, as far as the owner may know; 0 until that is known. */
export function useDiedExecutors(userId: string): number {
  const diedOwners = useDiedOwners(userId)
  return useQuery(diedExecutorsQuery(userId, diedOwners)).data ?? 0
}
