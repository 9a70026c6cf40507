import * as z from 'zod/mini'
import type { SaveRowWithOptionalFile } from '@/data/files/row-files'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import type { Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'
import { moneySchema } from './money-input'
import { rows, table } from './source'

export type InsurancePolicy = Omit<Tables<'insurance_policies'>, 'user_id'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const policyLimits = { provider: 120, policy_number: 60, agent_contact: 200, notes: 2000 } as const

/** Only the provider is required. An empty field is saved as null. */
export const policySchema = z.object({
  provider: requiredLine('Enter the name of the provider.', policyLimits.provider),
  policy_number: optionalText(policyLimits.policy_number),
  coverage_amount: moneySchema,
  agent_contact: optionalText(policyLimits.agent_contact),
  notes: optionalText(policyLimits.notes),
})
/** The form's values: every field is text. */
export type PolicyForm = z.input<typeof policySchema>
/** The values that are saved. */
export type PolicyInput = z.output<typeof policySchema>

export const policies = defineOwnedList<InsurancePolicy, PolicyInput & { document_path?: string | null }>({
  rows,
  table,
  words: { added: 'Policy added', saved: 'Policy saved', deleted: 'Policy deleted' },
})

// Reading the list sends no files.
const loadRowFiles = () => import('@/data/files/row-files')

type SavePolicy = SaveRowWithOptionalFile<InsurancePolicy, PolicyInput & { document_path?: null }>

/** Adds a policy or saves an edited one, with its document. The dialog shows the error. */
export function useSavePolicy(ownerId: string) {
  return useSaving(
    policies,
    ownerId,
    async (given: SavePolicy) =>
      (await loadRowFiles()).saveWithOptionalFile(policies, ownerId, given, {
        place: { bucket: 'documents', folder: 'insurance' },
        named: (document_path: string) => ({ document_path }),
      }),
    { sendsFile: ({ file }) => file !== null },
  )
}
