import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { useUser } from '@/data/session/session'
import { isBillingEnabled } from './use-billing-enabled'

const selectSubscription = (userId: string) =>
  supabase
    .from('subscriptions')
    .select('plan, status, current_period_end, trial_end, cancel_at_period_end, lifetime')
    .eq('user_id', userId)

/** A person's trial and payments. Times are ISO timestamps; `status` is Stripe's own value. */
export type Subscription = QueryData<ReturnType<typeof selectSubscription>>[number]

/** Whether a person may change their plan, and the subscription that decides it. */
export interface Membership {
  /** Whether this installation charges for membership. */
  billingEnabled: boolean
  /** Whether the database lets this person add to and change their plan. */
  premium: boolean
  /** Null before the trial, which begins with the first entry in a plan. */
  subscription: Subscription | null
}

export const membershipKeys = {
  all: ['membership'] as const,
  detail: (userId: string) => [...membershipKeys.all, userId] as const,
}

/** The signed-in person's membership, read by parallel requests. */
export function membershipQuery(userId: string) {
  return queryOptions({
    queryKey: membershipKeys.detail(userId),
    queryFn: async ({ signal }): Promise<Membership> => {
      const [billingEnabled, premium, subscription] = await Promise.all([
        isBillingEnabled(signal),
        supabase.rpc('has_premium').abortSignal(signal).throwOnError(),
        selectSubscription(userId).abortSignal(signal).maybeSingle().throwOnError(),
      ])
      return { billingEnabled, premium: premium.data, subscription: subscription.data }
    },
  })
}

/** The signed-in person's membership, for screens behind the session guard. */
export function useMembership(options: { enabled?: boolean; refetchInterval?: number | false } = {}) {
  return useQuery({ ...membershipQuery(useUser().id), ...options })
}
