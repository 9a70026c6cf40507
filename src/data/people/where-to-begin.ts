import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { planOverviewKeys } from '@/data/plan-overview'
import type { SessionUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { designationKeys } from './designations'

/** A plan whose owner named the signed-in person, who accepted. The name is null when it is not known. */
export interface HelpedPlan {
  owner_id: string
  owner_name: string | null
}

/** The plans that a person helps with, sorted by their owners' names, and whether anyone has invited them at all. */
async function readHelped(userId: string): Promise<{ isNamed: boolean; plans: HelpedPlan[] }> {
  const { data } = await supabase
    .from('designations')
    .select('owner_id, owner_name, accepted_at')
    .neq('owner_id', userId)
    .is('revoked_at', null)
    .order('owner_name')
    .throwOnError()
  return { isNamed: data.length > 0, plans: data.filter(({ accepted_at }) => accepted_at !== null) }
}

/** A subscription, including a trial, begins with the first entry in a plan. */
async function hasOwnPlan(userId: string): Promise<boolean> {
  const { count } = await supabase
    .from('subscriptions')
    .select('user_id', { count: 'exact', head: true })
    .eq('user_id', userId)
    .throwOnError()
  return (count ?? 0) > 0
}

/** The plans that the signed-in person helps with. */
export function helpedQuery(userId: string) {
  return queryOptions({
    queryKey: [...designationKeys.ofPerson(userId), 'helped'],
    queryFn: () => readHelped(userId),
  })
}

/** Whether the signed-in person has begun a plan. Read again when something in it changes, until there is one. */
export function ownPlanQuery(userId: string) {
  return queryOptions({
    queryKey: [...planOverviewKeys.all, 'begun', userId],
    queryFn: () => hasOwnPlan(userId),
  })
}

/**
 * The page to open after sign-in when the person asked for none: the invitations for a person who was invited and has
 * no plan of their own, otherwise the dashboard.
 * @throws PostgrestError when a request fails
 */
export async function findHome({ id }: SessionUser): Promise<string> {
  const [{ isNamed }, hasPlan] = await Promise.all([readHelped(id), hasOwnPlan(id)])
  return isNamed && !hasPlan ? paths.invites() : paths.dashboard
}
