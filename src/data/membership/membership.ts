import type { QueryData } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { isBillingEnabled } from './billing-setting'

const selectSubscription = (userId: string) =>
  supabase
    .from('subscriptions')
    .select('plan, status, current_period_end, trial_end, cancel_at_period_end, lifetime')
    .eq('user_id', userId)

/** What is known of a person's trial and payments. Times are ISO timestamps; `status` is in Stripe's words. */
export type Subscription = QueryData<ReturnType<typeof selectSubscription>>[number]

/** What a person may do, and why. */
export interface Membership {
  /** Whether membership is charged for in this installation. */
  billingEnabled: boolean
  /** Whether the database lets this person add to and change their plan. */
  premium: boolean
  /** Null while the trial has not begun: it does with the first line of a plan. */
  subscription: Subscription | null
}

export const membershipKeys = {
  all: ['membership'] as const,
  detail: (userId: string) => [...membershipKeys.all, userId] as const,
}

/** The signed-in person's membership, in one round of requests. */
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
