import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { rowFiles } from '@/data/files/late-row-files'
import type { SaveRowWithOptionalFile } from '@/data/files/row-files'
import { designationKeys } from '@/data/people/designations'
import { planOverviewKeys } from '@/data/plan-overview'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import { Constants, type Enums, type Tables } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'
import { optionalChoice, optionalText } from '@/lib/validation'
import { type Incoming, incomingList } from '@/parts/kit/incoming'
import { HEALTH_WORDED_ON } from '@/words/health-consent'
import { noteRows, paperRows } from '.'

// ---- the notes ------------------------------------------------------------------------------------------------

export type HealthNotes = Omit<Tables<'health_notes'>, 'user_id'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const noteLimits = {
  blood_thinner: 200,
  allergies: 300,
  medicines: 1000,
  implants: 300,
  conditions: 500,
  proxy_name: 120,
  proxy_phone: 40,
  second_proxy_name: 120,
  second_proxy_phone: 40,
  doctor_name: 120,
  doctor_phone: 40,
  communication: 300,
  care_note: 300,
} as const

/** Nothing is required. An empty field is saved as null. */
export const notesSchema = z.object({
  blood_thinner: optionalText(noteLimits.blood_thinner),
  allergies: optionalText(noteLimits.allergies),
  medicines: optionalText(noteLimits.medicines),
  implants: optionalText(noteLimits.implants),
  conditions: optionalText(noteLimits.conditions),
  proxy_name: optionalText(noteLimits.proxy_name),
  proxy_phone: optionalText(noteLimits.proxy_phone),
  second_proxy_name: optionalText(noteLimits.second_proxy_name),
  second_proxy_phone: optionalText(noteLimits.second_proxy_phone),
  doctor_name: optionalText(noteLimits.doctor_name),
  doctor_phone: optionalText(noteLimits.doctor_phone),
  communication: optionalText(noteLimits.communication),
  donor: optionalChoice(Constants.public.Enums.donor_decision),
  care_note: optionalText(noteLimits.care_note),
})
/** The form's values: every field is text. */
export type NotesForm = z.input<typeof notesSchema>
type NotesInput = z.output<typeof notesSchema>

/** A plan has at most one row of them. */
export const healthNotes = defineOwnedList<HealthNotes, NotesInput>({
  rows: noteRows,
  table: () => supabase.from('health_notes'),
  words: { added: 'Saved', saved: 'Saved', deleted: 'Deleted' },
})

/** Says that the notes are still right: readers are told the day. The row is saved as it is. */
export function useStillRight(ownerId: string) {
  return useSaving(healthNotes, ownerId, ({ loaded }: { loaded: HealthNotes & { user_id?: string } }) => {
    // No one may change whose they are.
    const { id, user_id, created_at, updated_at, ...values } = loaded
    return healthNotes.change({ id, updated_at }, values)
  })
}

// ---- the signed papers ------------------------------------------------------------------------------------------

export type HealthPaper = Omit<Tables<'health_papers'>, 'user_id'>
export type PaperKind = Enums<'health_paper_kind'>

export const paperLimits = { place: 300 } as const

export const paperSchema = z.object({ place: optionalText(paperLimits.place) })
/** The form's values. */
export type PaperForm = z.input<typeof paperSchema>
type PaperInput = z.output<typeof paperSchema> & { kind: PaperKind }

export const healthPapers = defineOwnedList<HealthPaper, PaperInput & { file_path?: string | null }>({
  rows: paperRows,
  table: () => supabase.from('health_papers'),
  words: { added: 'Paper added', saved: 'Paper saved', deleted: 'Paper deleted' },
})

type SavePaper = SaveRowWithOptionalFile<HealthPaper, PaperInput & { file_path?: null }>

/** Adds a paper or saves an edited one, with its copy. @throws as saveWithFile */
export const savePaper = async (ownerId: string, given: SavePaper) =>
  (await rowFiles.get()).saveWithOptionalFile(healthPapers, ownerId, given, {
    // What a file is called goes into addresses, which are logged.
    place: { bucket: 'documents', folder: 'health', isPrivate: true },
    named: (file_path: string) => ({ file_path }),
  })

/** Adds a paper or saves an edited one, with its copy. The dialog shows the error. */
export function useSavePaper(ownerId: string) {
  return useSaving(healthPapers, ownerId, (given: SavePaper) => savePaper(ownerId, given), {
    sendsFile: ({ file }) => file !== null,
  })
}

// ---- the consent ------------------------------------------------------------------------------------------------

const consentKeys = { ofOwner: (ownerId: string) => ['health-consent', ownerId] as const }

/** What an owner agreed to, and when. */
export interface Consent {
  created_at: string
  /** The day of the words, as yyyy-MM-dd. */
  worded_on: string
}

/** What the signed-in owner agreed to: that we keep what they write about their health. Null: they have not, or took it back. */
export function consentQuery(ownerId: string) {
  return queryOptions({
    queryKey: consentKeys.ofOwner(ownerId),
    queryFn: async ({ signal }): Promise<Consent | null> =>
      (await selectConsent(ownerId).abortSignal(signal).maybeSingle().throwOnError()).data,
  })
}

const selectConsent = (ownerId: string) =>
  supabase.from('health_consents').select('created_at, worded_on').eq('user_id', ownerId)

/** Agrees to the words of today's page; again, once they have changed. @throws 42501 without a membership */
export function useGiveConsent(ownerId: string) {
  return useMutation({
    mutationFn: async () => {
      const consents = () => supabase.from('health_consents')
      const { error } = await consents().insert({ user_id: ownerId, worded_on: HEALTH_WORDED_ON })
      // They agreed before: to other words, or to these, and the answer was lost.
      if (errorCode(error) === '23505')
        await consents()
          .update({ worded_on: HEALTH_WORDED_ON })
          .eq('user_id', ownerId)
          .select()
          .single()
          .throwOnError()
      else if (error) throw error
    },
    meta: { quietError: true, refreshes: [consentKeys.ofOwner(ownerId)] },
  })
}

/** Takes the consent back, which deletes everything of the part. @throws HW060, HW080, HW093 */
export function useWithdrawConsent(ownerId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => supabase.rpc('withdraw_health_consent').throwOnError(),
    meta: {
      success: { title: 'Health & Care deleted' },
      quietError: true,
      refreshes: [consentKeys.ofOwner(ownerId), planOverviewKeys.all, designationKeys.all],
    },
    onSuccess: () => {
      for (const { keys } of [healthNotes, healthPapers]) cache.setQueryData(keys.ofOwner(ownerId), [])
    },
  })
}

// ---- out of an export -------------------------------------------------------------------------------------------

const askFirst =
  'Open Health & Care and agree that we keep this. Then choose the zip again, and it will come in too.'

/** Leaves out what comes in, until the owner has agreed that it is kept. */
export function onceAgreed<Data>(incoming: Incoming<Data>): Incoming<Data> {
  return async (exported, to) => {
    const found = await incoming(exported, to)
    if (found.rows.length === 0) return found
    const { data: consent } = await selectConsent(to.ownerId).maybeSingle().throwOnError()
    if (consent) return found
    const waiting = found.rows.map(({ name }) => ({ name, why: askFirst }))
    return { ...found, rows: [], staysOut: [...found.staysOut, ...waiting] }
  }
}

export const incoming = onceAgreed(
  incomingList({ rows: noteRows, schema: notesSchema, addMissing: healthNotes.addMissing }),
)
