import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { designationKeys } from '@/data/people/designation-keys'
import { designationState } from '@/data/people/designation-state'
import { designationsQuery } from '@/data/people/designations'
import type { Enums } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'

/** What a plan opens to one of the people its owner named, by the database's own rules. */
export interface MemorialPreview {
  designationId: number
  personName: string
  role: Enums<'designation_role'>
  accepted: boolean
  canView: boolean
  canViewFinances: boolean
  /** The video messages they can play. */
  messageIds: string[]
  /** How many more there are for them whose day has not come. */
  messagesLater: number
}

/**
 * Asks what one of the signed-in owner's designees sees.
 * @param when now, or once the plan is released
 * @throws HW001 when it is no designation of the caller
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

/** Who gains what when an open plan is opened now, and who would once they accept. */
export interface Opening {
  gains: MemorialPreview[]
  notAccepted: { id: number; name: string; role: Enums<'designation_role'> }[]
}

/**
 * What lifting the hold opens to whom. Somebody who accepted sees the same while the owner lives as after a release.
 */
export function openingQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...designationKeys.ofOwner(ownerId), 'opening'],
    // It must hold at the moment that the owner decides.
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
 * What one of the signed-in owner's designees sees; null when it is no designation of the owner's. Asked anew each time:
 * it must hold at the moment somebody looks.
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
