import { queryOptions, useQuery } from '@tanstack/react-query'
import { isOptional, type PartChoice } from '@/words/part-choices'
import { supabase } from './client'

/** The parts that this installation does not offer, by the names of their choices. It changes only by an administrator. */
const notOfferedQuery = queryOptions({
  queryKey: ['parts-not-offered'],
  queryFn: async ({ signal }): Promise<string[]> =>
    (await supabase.rpc('parts_not_offered').abortSignal(signal).throwOnError()).data,
  staleTime: 'static',
  retry: false,
})

/**
 * Which parts an owner is offered. Those that an administrator switches on are left out until it is known. If it cannot be
 * read they are shown, because a screen must not hide what someone may be reading.
 * @returns `isKnown`, false while it is loading, and `query`, for a screen that can't do without it
 */
export function useOffered() {
  const query = useQuery(notOfferedQuery)
  const { data, isPending } = query
  return {
    query,
    isKnown: !isPending,
    isOffered: (choice: PartChoice | null) =>
      !isOptional(choice) || (!isPending && choice !== null && data?.includes(choice) !== true),
  }
}
