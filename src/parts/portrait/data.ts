import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { rowFiles } from '@/data/files/late-row-files'
import type { SaveRowWithOptionalFile } from '@/data/files/row-files'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import type { Tables } from '@/lib/database.types'
import { formatDay } from '@/lib/dates'
import { optionalDay, optionalText } from '@/lib/validation'
import { rows } from '.'

export type Portrait = Omit<Tables<'portraits'>, 'user_id'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const portraitLimits = { born_in: 120, remembered_by: 200 } as const

/** The first day of birth that the table takes. */
export const EARLIEST_BIRTH = '1880-01-01'

/** Nothing is required. An empty field is saved as null. @param today the last day of birth, as yyyy-MM-dd */
export function portraitSchema(today = formatDay(new Date())) {
  return z.object({
    born_on: optionalDay(EARLIEST_BIRTH, today, 'Enter a day in the past.'),
    born_in: optionalText(portraitLimits.born_in),
    remembered_by: optionalText(portraitLimits.remembered_by),
  })
}
/** The form's values: every field is text. */
export type PortraitForm = z.input<ReturnType<typeof portraitSchema>>
type PortraitInput = z.output<ReturnType<typeof portraitSchema>>

/** A plan has at most one portrait. */
export const portraits = defineOwnedList<Portrait, PortraitInput & { picture_path?: string | null }>({
  rows,
  table: () => supabase.from('portraits'),
  words: { added: 'Portrait added', saved: 'Portrait saved', deleted: 'Portrait deleted' },
})

type SavePortrait = SaveRowWithOptionalFile<Portrait, PortraitInput & { picture_path?: null }>

/** Adds the portrait or saves the edited one, with its picture. The dialog shows the error. */
export function useSavePortrait(ownerId: string) {
  return useSaving(portraits, ownerId, async (given: SavePortrait) =>
    (await rowFiles.get()).saveWithOptionalFile(portraits, ownerId, given, {
      place: { bucket: 'pictures', folder: 'portrait' },
      named: (picture_path: string) => ({ picture_path }),
    }),
  )
}
