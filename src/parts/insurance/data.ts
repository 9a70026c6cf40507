import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { rowFiles } from '@/data/files/late-row-files'
import type { SaveRowWithOptionalFile } from '@/data/files/row-files'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import type { Tables } from '@/lib/database.types'
import { checkDocument, DOCUMENT_LIMIT } from '@/lib/files/file-rules'
import { optionalText, requiredLine } from '@/lib/validation'
import { incomingList } from '@/parts/kit/incoming'
import { rows } from '.'
import { formatMoney } from './money'

/** The largest amount that the database stores. */
const LARGEST = 999_999_999_999.99

const amount = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d{0,2})?$/

/**
 * Parses an amount of US dollars as people type it: "150,000.50", "$1,500", "1500". An empty field becomes null. The
 * error texts say what is expected.
 */
export const moneySchema = z.pipe(
  z.string().check(z.trim()),
  z.transform((text, context): number | null => {
    if (text === '') return null
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', message, input: context.value })
      return z.NEVER
    }
    if (/^\$?\s*[-−–]\s*\$?\s*\d/.test(text)) return refuse('The amount can’t be negative.')
    if (!amount.test(text)) return refuse('Enter the amount in numbers, such as 150,000.50.')
    const value = Number(text.replace(/[$,\s]/g, ''))
    return value > LARGEST ? refuse(`The amount can be at most ${formatMoney(LARGEST)}.`) : value
  }),
)

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
  table: () => supabase.from('insurance_policies'),
  words: { added: 'Policy added', saved: 'Policy saved', deleted: 'Policy deleted' },
})

type SavePolicy = SaveRowWithOptionalFile<InsurancePolicy, PolicyInput & { document_path?: null }>

const savePolicy = async (ownerId: string, given: SavePolicy) =>
  (await rowFiles.get()).saveWithOptionalFile(policies, ownerId, given, {
    place: { bucket: 'documents', folder: 'insurance' },
    named: (document_path: string) => ({ document_path }),
  })

/** Adds a policy or saves an edited one, with its document. The dialog shows the error. */
export function useSavePolicy(ownerId: string) {
  return useSaving(policies, ownerId, (given: SavePolicy) => savePolicy(ownerId, given), {
    sendsFile: ({ file }) => file !== null,
  })
}

export const incoming = incomingList({
  rows,
  name: 'provider',
  schema: policySchema,
  addMissing: policies.addMissing,
  file: {
    bucket: 'documents',
    column: 'document_path',
    check: checkDocument,
    limit: DOCUMENT_LIMIT,
    save: savePolicy,
  },
})
