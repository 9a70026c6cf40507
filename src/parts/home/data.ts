import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { defineOwnedList } from '@/data/rows/owned-list'
import { Constants, type Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'
import { incomingList } from '@/parts/kit/incoming'
import { rows } from '.'

export type HomeItem = Omit<Tables<'home_items'>, 'user_id'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const homeItemLimits = { name: 120, location: 500, care: 2000, contact: 200, caretaker: 120 } as const

/** Only the kind and the name are required. An empty field is saved as null. */
export const homeItemSchema = z.object({
  kind: z.enum(Constants.public.Enums.home_kind, 'Choose what it is.'),
  name: requiredLine('Enter a name.', homeItemLimits.name),
  location: optionalText(homeItemLimits.location),
  care: optionalText(homeItemLimits.care),
  contact: optionalText(homeItemLimits.contact),
  caretaker: optionalText(homeItemLimits.caretaker),
})
/** The form's values: every field is text. */
export type HomeItemForm = z.input<typeof homeItemSchema>
type HomeItemInput = z.output<typeof homeItemSchema>

export const homeItems = defineOwnedList<HomeItem, HomeItemInput>({
  rows,
  table: () => supabase.from('home_items'),
  words: { added: 'Added', saved: 'Saved', deleted: 'Deleted' },
})

export const incoming = incomingList({
  rows,
  name: 'name',
  schema: homeItemSchema,
  addMissing: homeItems.addMissing,
})
