import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { saveWithFile } from '@/data/files/row-files'
import type { FileUpload } from '@/data/files/uploads'
import { useListCache } from '@/data/rows/list-cache'
import { selectAll } from '@/data/rows/select-all'
import {
  DeletedElsewhereError,
  guardedDelete,
  guardedUpdate,
  hasVersion,
  holds,
} from '@/data/rows/versioned-update'
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

/** The embedded stack sends a sum as text, so that no digit is lost; hosted sends a number. */
function toPolicy(row: InsurancePolicy): InsurancePolicy {
  return {
    ...row,
    coverage_amount: row.coverage_amount === null ? null : Number(row.coverage_amount),
  }
}

/** The longest texts, in characters; the table's checks hold the same. */
export const policyLimits = { provider: 120, policy_number: 60, agent_contact: 200, notes: 2000 } as const

/** Only the provider is needed. An empty field is saved as null. */
export const policySchema = z.object({
  provider: requiredLine('Enter the name of the provider.', policyLimits.provider),
  policy_number: optionalText(policyLimits.policy_number),
  coverage_amount: moneySchema,
  agent_contact: optionalText(policyLimits.agent_contact),
  notes: optionalText(policyLimits.notes),
})
/** What stands in the form: text everywhere. */
export type PolicyForm = z.input<typeof policySchema>
/** What is saved. */
export type PolicyInput = z.output<typeof policySchema>

export const policyKeys = {
  all: ['insurance-policies'] as const,
  ofOwner: (ownerId: string) => [...policyKeys.all, ownerId] as const,
}

/** All policies of an owner, newest first. */
export function policiesQuery(ownerId: string) {
  return queryOptions({
    queryKey: policyKeys.ofOwner(ownerId),
    queryFn: async ({ signal }): Promise<InsurancePolicy[]> => {
      const rows = await selectAll(() =>
        supabase
          .from('insurance_policies')
          .select(columns)
          .eq('user_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
      )
      return rows.map(toPolicy)
    },
  })
}

/** Reads one policy as it is now. @throws DeletedElsewhereError when there is none any more */
export async function readPolicy(id: string): Promise<InsurancePolicy> {
  const { data } = await supabase
    .from('insurance_policies')
    .select(columns)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (data === null) throw new DeletedElsewhereError()
  return toPolicy(data)
}

export interface SavePolicy {
  /** Null adds a policy. `version` is the row's updated_at as it was loaded. */
  existing: { id: string; version: string } | null
  input: PolicyInput
  /** What happens to the document: a new file in place of the old one, "keep" as it is, "remove". */
  document: File | 'keep' | 'remove'
  onUpload: (upload: FileUpload | null) => void
}

/** Adds a policy or saves an edited one, unless it was changed since it was loaded. The dialog says what went wrong. */
export function useSavePolicy(ownerId: string) {
  const list = useListCache<InsurancePolicy>(policyKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: async ({ existing, input, document, onUpload }: SavePolicy): Promise<InsurancePolicy> => {
      const save = (policy: PolicyColumns) => (existing ? update(existing, policy) : insert(ownerId, policy))
      if (document === 'keep') return toPolicy(await save(input))
      if (document === 'remove') return toPolicy(await save({ ...input, document_path: null }))
      const saved = await saveWithFile({
        ownerId,
        area: 'insurance',
        file: document,
        onUpload,
        save: (document_path) => save({ ...input, document_path }),
        find: (path) =>
          supabase
            .from('insurance_policies')
            .select(columns)
            .eq('document_path', path)
            .retry(false)
            .maybeSingle()
            .throwOnError(),
        correct: async (row) =>
          holds(toPolicy(row), input) ? row : update({ id: row.id, version: row.updated_at }, input),
      })
      return toPolicy(saved)
    },
    meta: { errorOnScreen: true },
    onSuccess: (policy, { existing }) => (existing ? list.replace(policy) : list.add(policy)),
    onError: () => void list.reload(),
  })
}

type PolicyColumns = PolicyInput & { document_path?: string | null }

async function insert(ownerId: string, policy: PolicyColumns): Promise<InsurancePolicy> {
  const { data } = await supabase
    .from('insurance_policies')
    .insert({ user_id: ownerId, ...policy })
    .select(columns)
    .single()
    .throwOnError()
  return data
}

function update({ id, version }: { id: string; version: string }, policy: PolicyColumns) {
  return guardedUpdate<InsurancePolicy>({
    update: supabase
      .from('insurance_policies')
      .update(policy)
      .eq('id', id)
      .eq('updated_at', version)
      .select(columns)
      .maybeSingle()
      .throwOnError(),
    stillAsLoaded: () =>
      hasVersion(
        supabase.from('insurance_policies').select('updated_at').eq('id', id).maybeSingle().throwOnError(),
        version,
      ),
    ownSave: {
      current: () =>
        supabase.from('insurance_policies').select(columns).eq('id', id).maybeSingle().throwOnError(),
      isSent: (row) => holds(toPolicy(row), policy),
    },
  })
}

/** Deletes a policy; the database queues its document for removal. */
export function useDeletePolicy(ownerId: string) {
  const list = useListCache<InsurancePolicy>(policyKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: (id: string) =>
      guardedDelete({
        remove: supabase
          .from('insurance_policies')
          .delete()
          .eq('id', id)
          .select('id')
          .maybeSingle()
          .throwOnError(),
        stillThere: () =>
          supabase.from('insurance_policies').select('id').eq('id', id).maybeSingle().throwOnError(),
      }),
    meta: { success: { title: 'Policy deleted' }, errorOnScreen: true },
    onSuccess: (_nothing, id) => list.remove(id),
  })
}
