import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { useListCache } from '@/data/rows/list-cache'
import { selectAll } from '@/data/rows/select-all'
import {
  DeletedElsewhereError,
  guardedDelete,
  guardedUpdate,
  hasVersion,
  holds,
} from '@/data/rows/versioned-update'
import { Constants, type Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'

const columns = 'id, category, institution, account_name, account_number, notes, created_at, updated_at'

export type FinancialAccount = Omit<Tables<'financial_accounts'>, 'user_id'>

/** The longest texts, in characters; the table's checks hold the same. */
export const financialAccountLimits = { line: 120, digits: 4, notes: 2000 } as const

/** Never more than the last four digits of a number: enough to tell accounts apart, not enough to reach them. */
export const financialAccountSchema = z.object({
  category: z.enum(Constants.public.Enums.account_category, 'Choose a category.'),
  institution: requiredLine('Enter the institution.', financialAccountLimits.line),
  account_name: requiredLine('Enter the account name.', financialAccountLimits.line),
  account_number: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/, 'Enter the last 4 digits only, without letters or spaces.')
    .transform((digits) => (digits === '' ? null : digits)),
  notes: optionalText(financialAccountLimits.notes),
})
/** What stands in the form: text everywhere. */
export type FinancialAccountForm = z.input<typeof financialAccountSchema>
/** What is saved. */
export type FinancialAccountInput = z.output<typeof financialAccountSchema>

export const financialAccountKeys = {
  all: ['financial-accounts'] as const,
  ofOwner: (ownerId: string) => [...financialAccountKeys.all, ownerId] as const,
}

/** All financial accounts of an owner, newest first. */
export function financialAccountsQuery(ownerId: string) {
  return queryOptions({
    queryKey: financialAccountKeys.ofOwner(ownerId),
    queryFn: ({ signal }): Promise<FinancialAccount[]> =>
      selectAll(() =>
        supabase
          .from('financial_accounts')
          .select(columns)
          .eq('user_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
      ),
  })
}

/** Reads one account as it is now. @throws DeletedElsewhereError when there is none any more */
export async function readFinancialAccount(id: string): Promise<FinancialAccount> {
  const { data } = await supabase
    .from('financial_accounts')
    .select(columns)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (data === null) throw new DeletedElsewhereError()
  return data
}

/** Adds an account. The dialog itself says what went wrong. */
export function useAddFinancialAccount(ownerId: string) {
  const list = useListCache<FinancialAccount>(financialAccountKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: async (input: FinancialAccountInput): Promise<FinancialAccount> => {
      const { data } = await supabase
        .from('financial_accounts')
        .insert({ user_id: ownerId, ...input })
        .select(columns)
        .single()
        .throwOnError()
      return data
    },
    meta: { success: { title: 'Account added' }, errorOnScreen: true },
    onSuccess: list.add,
  })
}

export interface SaveFinancialAccount {
  id: string
  input: FinancialAccountInput
  /** The row's updated_at as it was loaded. */
  loadedVersion: string
}

/**
 * Saves an account, unless it was changed since it was loaded.
 * @throws ChangedElsewhereError, DeletedElsewhereError or PlanClosedError
 */
export async function saveFinancialAccount({
  id,
  input,
  loadedVersion,
}: SaveFinancialAccount): Promise<FinancialAccount> {
  return guardedUpdate({
    update: supabase
      .from('financial_accounts')
      .update(input)
      .eq('id', id)
      .eq('updated_at', loadedVersion)
      .select(columns)
      .maybeSingle()
      .throwOnError(),
    stillAsLoaded: () =>
      hasVersion(
        supabase.from('financial_accounts').select('updated_at').eq('id', id).maybeSingle().throwOnError(),
        loadedVersion,
      ),
    ownSave: {
      current: () =>
        supabase.from('financial_accounts').select(columns).eq('id', id).maybeSingle().throwOnError(),
      isSent: (row) => holds(row, input),
    },
  })
}

/** Saves an edited account. The dialog itself says what went wrong. */
export function useSaveFinancialAccount(ownerId: string) {
  const list = useListCache<FinancialAccount>(financialAccountKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: saveFinancialAccount,
    meta: { success: { title: 'Account saved' }, errorOnScreen: true },
    onSuccess: list.replace,
    onError: () => void list.reload(),
  })
}

/** Deletes an account. */
export function useDeleteFinancialAccount(ownerId: string) {
  const list = useListCache<FinancialAccount>(financialAccountKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: (id: string) =>
      guardedDelete({
        remove: supabase
          .from('financial_accounts')
          .delete()
          .eq('id', id)
          .select('id')
          .maybeSingle()
          .throwOnError(),
        stillThere: () =>
          supabase.from('financial_accounts').select('id').eq('id', id).maybeSingle().throwOnError(),
      }),
    meta: { success: { title: 'Account deleted' }, errorOnScreen: true },
    onSuccess: (_nothing, id) => list.remove(id),
  })
}
