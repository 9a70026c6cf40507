import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'

const selectCard = () => supabase.from('cards').select('code, created_at')

/** The card that an owner carries. */
export type Card = QueryData<ReturnType<typeof selectCard>>[number]

const cardKeys = { all: ['card'] as const }

/** The signed-in owner's card; null when there is none. */
export function cardQuery(userId: string) {
  return queryOptions({
    queryKey: [...cardKeys.all, userId],
    queryFn: async ({ signal }): Promise<Card | null> => {
      const { data } = await selectCard()
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
}

const refreshes = [cardKeys.all, accessEventKeys.all]

/** Makes the signed-in owner's card, or a new one in its place. @throws HW005 when the death was verified, HW072 after 5 in a day */
export function useMakeCard() {
  return useMutation({
    mutationFn: async () => supabase.rpc('make_card').throwOnError(),
    meta: { success: { title: 'Card ready' }, quietError: true, refreshes },
  })
}

/** Ends the signed-in owner's card. @throws HW005 when the death was verified */
export function useWithdrawCard() {
  return useMutation({
    mutationFn: async () => supabase.rpc('withdraw_card').throwOnError(),
    meta: { success: { title: 'Card withdrawn' }, quietError: true, refreshes },
  })
}
