import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { designationKeys } from './designation-keys'

/** How many people can see the signed-in owner's plan while it is not hidden: all who accepted. */
export function openToQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...designationKeys.ofOwner(ownerId), 'accepted'],
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await supabase
        .from('designations')
        .select('id', { count: 'exact', head: true })
        .eq('owner_id', ownerId)
        .not('accepted_at', 'is', null)
        .is('revoked_at', null)
        .abortSignal(signal)
        .throwOnError()
      return count ?? 0
    },
  })
}
