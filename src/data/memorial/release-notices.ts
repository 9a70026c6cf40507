import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'

/** The latest step of a release that concerns the signed-in designee. Times are ISO timestamps. */
export interface ReleaseNotice {
  event_id: number
  owner_id: string
  owner_name: string | null
  /** certificate_submitted, certificate_approved, certificate_rejected, certificate_needs_another, decision_taken_back, release_stopped or plan_released. */
  action: string
  /** When the plan opens or was opened; null until the certificate is approved. */
  release_at: string | null
}

export const releaseNoticeKeys = {
  all: ['release-notices'] as const,
  ofPerson: (userId: string) => [...releaseNoticeKeys.all, userId] as const,
}

/** The signed-in designee's release notices: one for each owner, newest first. */
export function releaseNoticesQuery(userId: string) {
  return queryOptions({
    queryKey: releaseNoticeKeys.ofPerson(userId),
    queryFn: async ({ signal }): Promise<ReleaseNotice[]> => {
      const { data } = await supabase.rpc('release_notices').abortSignal(signal).throwOnError()
      return data
    },
  })
}
