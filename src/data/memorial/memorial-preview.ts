import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { designationState, isOpen } from '@/data/people/designation-state'
import { type Designation, designationKeys, designationsQuery } from '@/data/people/designations'
import type { Database } from '@/lib/database.types'

type PreviewRow = Database['public']['Functions']['preview_memorial']['Returns'][number]

/**
 * What one of the owner's designees can see of the plan, by the database's own rules: `message_ids` are the
 * messages they can open, `messages_later` how many more are for them but not delivered yet.
 */
export interface MemorialPreview extends PreviewRow {
  designation_id: number
}

/** As the database calls them: in the first hours, because the owner can't speak or has died; and after the release. */
export type Moment = 'now' | 'ill' | 'died' | 'after_release'
/** Reads what one of the signed-in owner's designees can see; null when the designation is not one of the owner's. */
async function readMemorialPreview(
  designation_id: number,
  when: Moment,
  signal: AbortSignal,
): Promise<MemorialPreview | null> {
  const { data, error } = await supabase
    .rpc('preview_memorial', { designation_id, moment: when })
    .abortSignal(signal)
    .single()
  if (error?.code === 'HW001') return null
  if (error) throw error
  return { ...data, designation_id }
}

/** What each designee gains if the hold is lifted now, and who would gain access by accepting. */
export interface Opening {
  gains: MemorialPreview[]
  notAccepted: Designation[]
}

/**
 * Who would see what if the hold were lifted. Without a hold, an accepted designee sees the same before a release as
 * after it.
 */
export function openingQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...designationKeys.ofOwner(ownerId), 'opening'],
    // Never cached, because it must be current when the owner decides.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ client, signal }): Promise<Opening> => {
      const people = await client.fetchQuery({ ...designationsQuery(ownerId), staleTime: 0 })
      const accepted = people.filter((person) => designationState(person) === 'accepted')
      const previews = await Promise.all(
        accepted.map(({ id }) => readMemorialPreview(id, 'after_release', signal)),
      )
      return {
        gains: previews.flatMap((preview) => (preview?.can_view ? preview : [])),
        notAccepted: people.filter((person) => isOpen(designationState(person))),
      }
    },
  })
}

/**
 * What one of the signed-in owner's designees can see; null when the designation is not one of the owner's. Never
 * cached, because it must be current whenever the preview is opened.
 * @param when now, in the first hours, or after the release of the plan
 */
export function memorialPreviewQuery(designationId: number, when: Moment) {
  return queryOptions({
    queryKey: [...designationKeys.all, 'preview', designationId, when],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => readMemorialPreview(designationId, when, signal),
  })
}
