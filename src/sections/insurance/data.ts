import { z } from 'zod'
import { supabase } from '@/data/client'
import { saveWithFile } from '@/data/files/row-files'
import type { FileUpload } from '@/data/files/uploads'
import { defineOwnedList, type SaveRow, useSaving } from '@/data/rows/owned-list'
import type { Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'
import { moneySchema } from './money'

const columns =
  'id, provider, policy_number, coverage_amount, agent_contact, document_path, notes, created_at, updated_at'

export type InsurancePolicy = Pick<
  Tables<'insurance_policies'>,
  | 'id'
  | 'provider'
  | 'policy_number'
  | 'coverage_amount'
  | 'agent_contact'
  | 'document_path'
  | 'notes'
  | 'created_at'
  | 'updated_at'
>

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
  table: 'insurance_policies',
  select: () => supabase.from('insurance_policies').select(columns),
  insert: (row) => supabase.from('insurance_policies').insert(row).select(columns),
  update: (values) => supabase.from('insurance_policies').update(values).select(columns),
  // The embedded stack sends an amount as text, so that no digit is lost; hosted Supabase sends a number.
  toRow: (row) => ({
    ...row,
    coverage_amount: row.coverage_amount === null ? null : Number(row.coverage_amount),
  }),
  words: { added: 'Policy added', saved: 'Policy saved', deleted: 'Policy deleted' },
})
export const { query } = policies

interface SavePolicy extends SaveRow<InsurancePolicy, PolicyInput> {
  /** A new file replaces the document; "keep" leaves it unchanged; "remove" deletes it. */
  document: File | 'keep' | 'remove'
  onUpload: (upload: FileUpload | null) => void
}

/** Adds a policy or saves an edited one, with its document. The dialog shows the error. */
export function useSavePolicy(ownerId: string) {
  return useSaving(
    policies,
    ownerId,
    ({ id, loaded, input, document, onUpload }: SavePolicy) => {
      const save = (file: { document_path?: string | null }) =>
        loaded
          ? policies.change(loaded, { ...input, ...file })
          : policies.add(ownerId, id, { ...input, ...file })
      if (document === 'keep') return save({})
      if (document === 'remove') return save({ document_path: null })
      return saveWithFile({
        ownerId,
        area: 'insurance',
        file: document,
        onUpload,
        save: (document_path) => save({ document_path }),
        find: () => policies.find(loaded?.id ?? id),
        pathOf: ({ document_path }) => document_path,
        correct: (row) => policies.settle(row, input),
      })
    },
    { sendsFile: ({ document }) => document instanceof File },
  )
}
