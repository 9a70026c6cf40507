import { queryOptions } from '@tanstack/react-query'
import { type Profile, profileQuery } from '@/data/account/profiles'
import { supabase } from '@/data/client'
import { fileLink } from '@/data/files/file-link'
import type { Enums } from '@/lib/database.types'
import { parseTimestamp } from '@/lib/dates'
import { errorCode } from '@/lib/errors'

/** The owner of a memorial, and what the database lets the signed-in designee see of it. */
export interface Memorial {
  owner: Profile
  role: Enums<'designation_role'>
  canView: boolean
  /** Whether accounts and insurance are visible, too. */
  canViewFinances: boolean
  /** When the last death certificate was submitted; null when none was. */
  certificateSubmittedAt: string | null
}

export const memorialKeys = {
  all: ['memorials'] as const,
  detail: (ownerId: string) => [...memorialKeys.all, ownerId] as const,
}

/**
 * The memorial of an owner; null for a person who is not an accepted designee, and for a malformed id. While the plan
 * waits for its release, the query refetches when the waiting period ends.
 */
export function memorialQuery(ownerId: string) {
  return queryOptions({
    queryKey: memorialKeys.detail(ownerId),
    queryFn: async ({ client, signal }): Promise<Memorial | null> => {
      try {
        const [access, owner] = await Promise.all([
          supabase
            .rpc('memorial_access', { owner_id: ownerId })
            .abortSignal(signal)
            .maybeSingle()
            .throwOnError(),
          client.fetchQuery({ ...profileQuery(ownerId), staleTime: 0 }),
        ])
        if (!access.data || !owner) return null
        const { role, can_view, can_view_finances, certificate_submitted_at } = access.data
        return {
          owner,
          role,
          canView: can_view,
          canViewFinances: can_view_finances,
          certificateSubmittedAt: certificate_submitted_at,
        }
      } catch (error) {
        if (errorCode(error) === '22P02') return null
        throw error
      }
    },
    refetchInterval: ({ state: { data } }) => untilRelease(data),
  })
}

/** Milliseconds until the next refetch of a plan that waits for its release. */
function untilRelease(memorial: Memorial | null | undefined): number | false {
  if (!memorial || memorial.canView || memorial.owner.death_review !== 'approved') return false
  const opens = parseTimestamp(memorial.owner.release_at)
  // The device's clock may be wrong, so the interval is between 30 seconds and an hour.
  return opens ? Math.min(Math.max(opens.getTime() - Date.now(), 30_000), 3_600_000) : false
}

/**
 * Records in the access history that the signed-in designee viewed a tab of a memorial, or opened one of its files.
 * Runs in the background and ignores failures, so that it never delays or blocks reading.
 * @param tab the tab's name; the database accepts only the names it knows
 * @param itemId the document, video or policy whose file was opened
 */
export function recordView(ownerId: string, tab: string, itemId?: string): void {
  const item = itemId === undefined ? {} : { item_id: itemId }
  void supabase.rpc('record_view', { owner_id: ownerId, section: tab, ...item }).then(
    () => {},
    () => {},
  )
}

/** Makes a link to a file in a tab of a memorial, and records that the file was opened. @throws what fileLink throws */
export async function openMemorialFile(
  ownerId: string,
  tab: string,
  itemId: string,
  file: Parameters<typeof fileLink>[0],
): Promise<string> {
  const link = await fileLink(file)
  recordView(ownerId, tab, itemId)
  return link
}
