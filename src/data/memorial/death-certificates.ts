import { queryOptions, useIsMutating } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { fileLink } from '@/data/files/storage'

export const BUCKET = 'death-certificates'

export const certificateKey = (ownerId: string) => ['death-certificates', ownerId] as const

export const submittingKey = (ownerId: string) => [...certificateKey(ownerId), 'submit'] as const

/** Whether a certificate for this owner is being submitted on this page; certificate-submission.ts does that. */
export function useIsSubmitting(ownerId: string): boolean {
  return useIsMutating({ mutationKey: submittingKey(ownerId) }) > 0
}

/** When the last certificate of the signed-in owner was submitted; null when none was. */
export function certificateSubmittedQuery(ownerId: string) {
  return queryOptions({
    queryKey: certificateKey(ownerId),
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await supabase
        .from('access_events')
        .select('created_at')
        .eq('owner_id', ownerId)
        .eq('action', 'certificate_submitted')
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data?.created_at ?? null
    },
  })
}

/** Who submitted the last certificate of the signed-in owner, under the name that the owner gave them; null when no one did. */
export function lastSubmitterQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...certificateKey(ownerId), 'submitter'],
    queryFn: async ({ signal }): Promise<{ id: string | null; name: string | null } | null> => {
      const { data } = await supabase
        .from('access_events')
        .select('actor_id, actor_name')
        .eq('owner_id', ownerId)
        .eq('action', 'certificate_submitted')
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data && { id: data.actor_id, name: data.actor_name }
    },
  })
}

/** A link to a certificate, as fileLink makes it. @throws what fileLink throws */
export function certificateLink(path: string): Promise<string> {
  return fileLink({ bucket: BUCKET, path })
}

/** Postgres's word for a wait without an end: an administrator has to lift it. */
export const UNTIL_LIFTED = 'infinity'

/** Until when the signed-in person may not submit another certificate for this owner, an ISO timestamp or UNTIL_LIFTED; null: they may. */
export function certificateWaitQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...certificateKey(ownerId), 'wait'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await supabase
        .rpc('my_certificate_wait', { owner_id: ownerId })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}
