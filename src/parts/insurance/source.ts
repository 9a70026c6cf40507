import { supabase } from '@/data/client'
import { ownedRows } from '@/data/rows/owned-rows'
import type { PartSource } from '@/parts/kit/part'
import type { InsurancePolicy } from './data'

export const table = () => supabase.from('insurance_policies')

export const rows = ownedRows<InsurancePolicy>({
  key: 'insurance_policies',
  table,
  // The embedded stack sends an amount as text, so that no digit is lost; hosted Supabase sends a number.
  toRow: (row) => ({
    ...row,
    coverage_amount: row.coverage_amount === null ? null : Number(row.coverage_amount),
  }),
})

export const source = {
  key: 'insurance',
  name: 'Life insurance',
  loading: 'Loading the policies',
  errorTitle: 'Unable to load insurance policies',
  query: rows.query,
} satisfies PartSource
