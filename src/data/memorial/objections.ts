import { queryOptions, useMutation } from '@tanstack/react-query'
import { profileKeys } from '@/data/account/profiles'
import { supabase } from '@/data/client'
import { accessEventKeys } from './access-event-keys'
import { memorialKeys, rechecked } from './memorials'

/** Someone said that something is wrong with the certificate that waits. Times are ISO timestamps. */
export interface Objection {
  person_name: string
  objected_at: string
  is_mine: boolean
  /** What the signed-in person wrote; null if it was someone else. */
  words: string | null
  /** Before when the plan won't open; null if there is no such time. */
  opens_at: string | null
  /** When that person took it back. */
  withdrawn_at: string | null
}

const objectionKeys = {
  all: ['objections'] as const,
  ofOwner: (ownerId: string) => [...objectionKeys.all, ownerId] as const,
}

/** Who said that something is wrong with the certificate that waits for an owner, oldest first. */
export function objectionsQuery(ownerId: string) {
  return queryOptions({
    queryKey: objectionKeys.ofOwner(ownerId),
    queryFn: async ({ signal }): Promise<Objection[]> => {
      const { data } = await supabase
        .rpc('certificate_objections', { owner_id: ownerId })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    ...rechecked,
  })
}

const refreshesOf = (ownerId: string) => [
  objectionKeys.ofOwner(ownerId),
  memorialKeys.detail(ownerId),
  profileKeys.detail(ownerId),
  accessEventKeys.all,
]

/**
 * Tells the people who check certificates that something is wrong with the one that waits; a second call changes nothing.
 * @throws HW006 when the signed-in person is not named (any more); HW091 when no certificate waits; HW094 when that
 *   changes at this moment
 */
export function useObject(ownerId: string) {
  return useMutation({
    mutationFn: async ({ words }: { words: string }) =>
      supabase.rpc('object_to_certificate', { owner_id: ownerId, words }).throwOnError(),
    meta: {
      success: { title: 'Thank you', description: 'We’ve told the people who check certificates.' },
      quietError: true,
      refreshes: refreshesOf(ownerId),
    },
  })
}

/**
 * Takes back what the signed-in person said of the certificate that waits; a second call changes nothing.
 * @throws HW006 when they are not named (any more); HW091 when no certificate waits
 */
export function useWithdrawObjection(ownerId: string) {
  return useMutation({
    mutationFn: async () => supabase.rpc('withdraw_objection', { owner_id: ownerId }).throwOnError(),
    meta: { quietError: true, refreshes: refreshesOf(ownerId) },
  })
}
