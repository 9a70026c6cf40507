import * as z from 'zod/mini'
import { Constants } from '@/lib/database.types'
import { emailSchema, requiredLine } from '@/lib/validation'

/** A person whom an owner names. The table's checks allow the same. */
export const designationSchema = z.object({
  person_name: requiredLine('Enter the full name.', 120),
  person_email: emailSchema,
  role: z.enum(Constants.public.Enums.designation_role),
})
export type DesignationInput = z.output<typeof designationSchema>
