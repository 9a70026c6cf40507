import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { designationKeys } from '@/data/people/designation-keys'
import { designationState } from '@/data/people/designation-state'
import { designationsQuery } from '@/data/people/designations'
import type { Enums } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'

/** What one of the owner's designees can see of the plan, by the database's own rules. */
export interface MemorialPreview {
  designationId: number
  personName: string
  role: Enums<'designation_role'>
  accepted: boolean
  canView: boolean
  canViewFinances: boolean
  /** The video messages they can play. */
  messageIds: string[]
  /** How many more messages are for them but not delivered yet. */
  messagesLater: number
}

/**
 * Reads what one of the signed-in owner's designees can see.
 * @param when now, or after the release of the plan
 * @throws HW001 when the designation is not one of the caller's
 */
async function readMemorialPreview(
  designationId: number,
  when: 'now' | 'after-release',
  signal?: AbortSignal,
): Promise<MemorialPreview> {
  const request = supabase.rpc('preview_memorial', {
    designation_id: designationId,
    after_release: when === 'after-release',
  })
  const { data } = await (signal ? request.abortSignal(signal) : request).single().throwOnError()
  return {
    designationId,
    personName: data.person_name,
    role: data.role,
    accepted: data.accepted,
    canView: data.can_view,
    canViewFinances: data.can_view_finances,
    messageIds: data.message_ids,
    messagesLater: data.messages_later,
  }
}

/** What each designee gains if the hold is lifted now, and who would gain access by accepting. */
export interface Opening {
  gains: MemorialPreview[]
  notAccepted: { id: number; name: string; role: Enums<'designation_role'> }[]
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
        accepted.map(({ id }) => readMemorialPreview(id, 'after-release', signal)),
      )
      return {
        gains: previews.filter(({ canView }) => canView),
        notAccepted: people
          .filter((person) => ['pending', 'invited'].includes(designationState(person)))
          .map(({ id, person_name, role }) => ({ id, name: person_name, role })),
      }
    },
  })
}

/**
 * What one of the signed-in owner's designees can see; null when the designation is not one of the owner's. Never
 * cached, because it must be current whenever the preview is opened.
 */
export function memorialPreviewQuery(designationId: number, when: 'now' | 'after-release') {
  return queryOptions({
    queryKey: [...designationKeys.all, 'preview', designationId, when],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<MemorialPreview | null> => {
      try {
        return await readMemorialPreview(designationId, when, signal)
      } catch (error) {
        if (errorCode(error) === 'HW001') return null
        throw error
      }
    },
  })
}
