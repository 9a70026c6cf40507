import { supabase } from '@/data/client'
import { ownedRows } from '@/data/rows/owned-rows'
import type { PartSource } from '@/parts/kit/part'
import type { FinancialAccount } from './data'

export const table = () => supabase.from('financial_accounts')

export const rows = ownedRows<FinancialAccount>({ key: 'financial_accounts', table })

export const source = {
  key: 'accounts',
  name: 'Accounts',
  loading: 'Loading the accounts',
  errorTitle: 'Unable to load accounts',
  query: rows.query,
} satisfies PartSource
