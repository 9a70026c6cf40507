import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { holds, insertIfNew, saveOver, whileAsLoaded } from '@/data/rows/versioned-update'
import { optionalText, requiredLine } from '@/lib/validation'

const columns =
  'owner_id, held_on, held_at, time_zone, starts_at, place, address, dress, livestream_url, flowers, note, phone, is_called_off, shows_portrait, takes_memories, updated_at'

const selectService = (ownerId: string) => supabase.from('services').select(columns).eq('owner_id', ownerId)

/** A service after a death. Day and time are those of the place; `starts_at` is the same as an ISO timestamp. */
export type Service = QueryData<ReturnType<typeof selectService>>[number]

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const serviceLimits = {
  place: 200,
  address: 300,
  dress: 200,
  livestream_url: 500,
  flowers: 500,
  note: 2000,
} as const

const httpsLink = z.pipe(
  z.string().check(
    z.trim(),
    z.refine<string>(
      (text) => text === '' || (/^https:\/\/\S+$/.test(text) && URL.canParse(text)),
      'Copy the whole link. It begins with https://',
    ),
    z.maxLength(
      serviceLimits.livestream_url,
      `Keep the link under ${serviceLimits.livestream_url} characters.`,
    ),
  ),
  z.transform((text) => (text === '' ? null : text)),
)

const phone = z.pipe(
  z.string().check(
    z.trim(),
    // The table's check is the same. Emails carry the number, so no words fit in.
    z.regex(
      /^(|[0-9+(][0-9 ().+#*x/-]{2,38}[0-9])$/,
      'Enter a phone number: digits, spaces, and the characters + ( ) - only.',
    ),
  ),
  z.transform((text) => (text === '' ? null : text)),
)

/** What the form takes. An empty answer becomes null. */
export const serviceSchema = z.object({
  held_on: z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/, 'Choose the day.')),
  held_at: z.pipe(
    z.string().check(z.regex(/^\d\d:\d\d(:00)?$/, 'Enter the time.')),
    z.transform((time) => `${time.slice(0, 5)}:00`),
  ),
  time_zone: z.string().check(z.minLength(1, 'Choose the time zone.')),
  place: requiredLine('Enter the place.', serviceLimits.place),
  address: optionalText(serviceLimits.address),
  dress: optionalText(serviceLimits.dress),
  livestream_url: httpsLink,
  flowers: optionalText(serviceLimits.flowers),
  note: optionalText(serviceLimits.note),
  phone,
})
export type ServiceForm = z.input<typeof serviceSchema>
type ServiceInput = z.output<typeof serviceSchema>

export const serviceKeys = {
  all: ['services'] as const,
  detail: (ownerId: string) => [...serviceKeys.all, ownerId] as const,
  guests: (ownerId: string) => [...serviceKeys.all, ownerId, 'guests'] as const,
}

/** Reads an owner's service now; null when there is none, or the caller may not read it. */
export async function readService(ownerId: string, signal?: AbortSignal): Promise<Service | null> {
  const reading = selectService(ownerId)
  const { data } = await (signal ? reading.abortSignal(signal) : reading).maybeSingle().throwOnError()
  return data
}

/** The service of an owner who has died; null when there is none. It leaves the cache with its page. */
export function serviceQuery(ownerId: string) {
  return queryOptions({
    queryKey: serviceKeys.detail(ownerId),
    queryFn: ({ signal }) => readService(ownerId, signal),
    gcTime: 0,
  })
}

/** What a change makes out of date: guests may have been written to, and the history says so. */
const refreshes = [serviceKeys.all, accessEventKeys.all]

interface SaveService {
  input: ServiceInput
  /** The service as the form was filled with it; null to arrange one. */
  over: Service | null
}

/**
 * Saves the service, unless it was changed since it was loaded. When day, time or place change, the database writes to
 * everyone who was invited.
 * @returns the saved row, also when an earlier attempt saved it and only the answer was lost
 * @throws `changed_elsewhere`, `deleted_elsewhere` or `plan_closed`; HW063 after 20 changes in a day
 */
export function useSaveService(ownerId: string) {
  return useMutation({
    mutationFn: async ({ input, over }: SaveService): Promise<Service> => {
      if (over) return change(ownerId, input, over)
      const adding = supabase.from('services').insert({ owner_id: ownerId, ...input })
      const added = await insertIfNew(adding.select(columns).single().throwOnError())
      return added ?? change(ownerId, input, { updated_at: null })
    },
    meta: { success: { title: 'Service saved' }, quietError: true, refreshes },
  })
}

/** Calls the service off, or says that it takes place after all. Those who were invited are written to. @throws as above */
export function useCallOffService(ownerId: string) {
  return useMutation({
    mutationFn: ({ over, isCalledOff }: { over: Service; isCalledOff: boolean }) =>
      change(ownerId, { is_called_off: isCalledOff }, over),
    meta: { quietError: true, refreshes },
  })
}

/** What executors decide about a guest's page. */
export type GuestSharing = Pick<Service, 'shows_portrait' | 'takes_memories'>

/**
 * Says whether guests see the head of the memorial, or whether they may leave memories; what is left out stays. For
 * executors. @throws HW006 for anyone else, HW072 after 200 changes in a day
 */
export function useShareWithGuests(ownerId: string) {
  return useMutation({
    mutationFn: async (sharing: Partial<GuestSharing>) =>
      supabase.rpc('share_with_guests', { owner_id: ownerId, ...sharing }).throwOnError(),
    meta: { quietError: true, refreshes },
  })
}

function change(
  ownerId: string,
  values: Partial<ServiceInput> & { is_called_off?: boolean },
  { updated_at }: { updated_at: string | null },
): Promise<Service> {
  const loaded = { updated_at }
  return saveOver({
    update: whileAsLoaded(supabase.from('services').update(values).eq('owner_id', ownerId), loaded)
      .select(columns)
      .maybeSingle()
      .throwOnError(),
    current: async () => ({ data: await readService(ownerId) }),
    loaded,
    isSaved: (row) => holds(row, values),
  })
}
