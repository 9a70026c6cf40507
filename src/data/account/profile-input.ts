import * as z from 'zod/mini'
import { requiredLine } from '@/lib/validation'

/** A person's own name. The table's checks allow the same. */
export const fullNameSchema = z.object({
  full_name: requiredLine('Enter your full name.', 120),
})
export type FullNameInput = z.output<typeof fullNameSchema>
