import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { defineOwnedList } from '@/data/rows/owned-list'
import { Constants, type Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'
import { incomingList } from '@/parts/kit/incoming'
import { rows } from '.'

export type FinancialAccount = Omit<Tables<'financial_accounts'>, 'user_id'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const financialAccountLimits = { line: 120, digits: 4, notes: 2000 } as const

/** Accepts only the last four digits of a number: enough to tell accounts apart, not enough to access them. */
export const financialAccountSchema = z.object({
  category: z.enum(Constants.public.Enums.account_category, 'Choose a category.'),
  institution: requiredLine('Enter the institution.', financialAccountLimits.line),
  account_name: requiredLine('Enter the account name.', financialAccountLimits.line),
  account_number: z.pipe(
    z
      .string()
      .check(z.trim(), z.regex(/^\d{0,4}$/, 'Enter the last 4 digits only, without letters or spaces.')),
    z.transform((digits) => (digits === '' ? null : digits)),
  ),
  notes: optionalText(financialAccountLimits.notes),
})
/** The form's values: every field is text. */
export type FinancialAccountForm = z.input<typeof financialAccountSchema>
/** The values that are saved. */
export type FinancialAccountInput = z.output<typeof financialAccountSchema>

export const financialAccounts = defineOwnedList<FinancialAccount, FinancialAccountInput>({
  rows,
  table: () => supabase.from('financial_accounts'),
  words: { added: 'Account added', saved: 'Account saved', deleted: 'Account deleted' },
})

export const incoming = incomingList({
  rows,
  name: 'account_name',
  schema: financialAccountSchema,
  addMissing: financialAccounts.addMissing,
})
