import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Profile, profileKeys, profileQuery } from '@/data/account/profiles'
import { supabase } from '@/data/client'
import { fileLink } from '@/data/files/storage'
import type { Enums } from '@/lib/database.types'
import { parseTimestamp } from '@/lib/dates'
import { errorCode } from '@/lib/errors'

/** The owner of a memorial, and what the database lets the signed-in designee see of it. */
export interface Memorial {
  owner: Profile
  role: Enums<'designation_role'>
  canView: boolean
  /** Whether it is visible as to a trustee or executor. */
  canViewFinances: boolean
  /** The parts that are open to the reader, by the owner's choices. */
  openParts: readonly string[]
  /** When the last death certificate was submitted; null when none was. */
  certificateSubmittedAt: string | null
}

export const memorialKeys = {
  all: ['memorials'] as const,
  detail: (ownerId: string) => [...memorialKeys.all, ownerId] as const,
}

/** How often an open page asks whether its reader still has access, in milliseconds; only while it is in front. */
const CHECK_EVERY = 60_000

/**
 * Options of a query whose answer says whether its reader still has access: it is asked again every minute, whenever the
 * page comes back to the front, and by a page that is opened. Null stands for no access, and ends the asking.
 */
export const rechecked = {
  refetchInterval: ({ state: { data } }: { state: { data?: unknown } }) => (data ? CHECK_EVERY : false),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const

/** Drops from the cache what the reader may not read any more, once no screen shows it. */
export function useDropped(keys: readonly QueryKey[]): void {
  const cache = useQueryClient()
  useEffect(() => {
    for (const queryKey of keys) cache.removeQueries({ queryKey, type: 'inactive' })
  })
}

/** SQLSTATEs that mean "not for you": a malformed id, and a function that the caller may not call. */
const refusals = ['22P02', '42501']

/**
 * The memorial of an owner; null for a person who is not an accepted designee (any more), and for a malformed id. Asked
 * again every minute, whenever the page comes back to the front and when a plan is released, because a page that is open
 * must show nothing more once the access has ended. A lost connection leaves the last answer as it is.
 */
export function memorialQuery(ownerId: string) {
  const queryKey = memorialKeys.detail(ownerId)
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Memorial | null> => {
      const before = client.getQueryData<Memorial | null>(queryKey)
      const reading = client.fetchQuery({ ...profileQuery(ownerId), staleTime: 0 })
      // The answer about the access counts even when the profile does not come.
      const profile = reading.catch((error: unknown) => {
        if (before) return before.owner
        throw error
      })
      profile.catch(() => {})
      try {
        const access = await supabase
          .rpc('memorial_access', { owner_id: ownerId, ...(before ? { again: true } : {}) })
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError()
        if (!access.data) return null
        const { role, can_view, can_view_finances, parts, certificate_submitted_at } = access.data
        const open = {
          role,
          canView: can_view,
          canViewFinances: can_view_finances,
          openParts: parts,
        }
        // What was closed leaves the screen at once, without waiting for the profile.
        if (before) client.setQueryData<Memorial | null>(queryKey, { ...before, ...open })
        const owner = await profile
        return owner && { owner, ...open, certificateSubmittedAt: certificate_submitted_at }
      } catch (error) {
        if (refusals.includes(errorCode(error))) return null
        throw error
      }
    },
    ...rechecked,
    refetchInterval: ({ state: { data } }) => (data ? untilNextCheck(data) : false),
    // A page that is opened asks before it shows anything.
    gcTime: 0,
  })
}

/** Milliseconds until the next check: a minute, or sooner when the plan is released before. */
function untilNextCheck({ owner, canView }: Memorial): number {
  const opens = canView ? null : parseTimestamp(owner.release_at)
  // The device's clock may be wrong, so there are at least 30 seconds between two checks.
  return opens ? Math.min(Math.max(opens.getTime() - Date.now(), 30_000), CHECK_EVERY) : CHECK_EVERY
}

/**
 * Records in the access history that the signed-in designee viewed a tab of a memorial, or opened one of its files.
 * Runs in the background and ignores failures, so that it never delays or blocks reading.
 * @param tab the tab's name; the database accepts only the names it knows
 * @param itemId the document, video, letter or policy that was opened
 * @returns whether the database refused, because the person may not read this (any more)
 */
export async function recordView(ownerId: string, tab: string, itemId?: string): Promise<boolean> {
  const item = itemId === undefined ? {} : { item_id: itemId }
  try {
    const { error } = await supabase.rpc('record_view', { owner_id: ownerId, section: tab, ...item })
    return error?.code === 'HW006'
  } catch {
    return false
  }
}

/**
 * Makes a link to a file in a tab of a memorial, and records that the file was opened.
 * @param onRecorded called once that was tried
 * @throws what fileLink throws
 */
export async function openMemorialFile(
  ownerId: string,
  tab: string,
  itemId: string,
  file: Parameters<typeof fileLink>[0],
  onRecorded: () => void,
): Promise<string> {
  const link = await fileLink(file)
  void recordView(ownerId, tab, itemId).then(onRecorded)
  return link
}

/** The first day of death that the database takes. */
export const EARLIEST_DEATH = '1900-01-01'

/**
 * Enters the day on which an owner died, or takes it back with null, as their executor.
 * @throws HW006 when the signed-in person is no executor (any more), or the plan is not open after the death
 */
export function useSetDateOfDeath(ownerId: string) {
  return useMutation({
    mutationFn: async (died_on: string | null) =>
      supabase
        .rpc('set_date_of_death', { owner_id: ownerId, ...(died_on ? { died_on } : {}) })
        .throwOnError(),
    meta: {
      success: { title: 'Saved' },
      quietError: true,
      refreshes: [memorialKeys.detail(ownerId), profileKeys.detail(ownerId)],
    },
  })
}
