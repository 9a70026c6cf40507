import type { FinancialAccount } from '@/parts/accounts/data'

/** A financial account with all its values, except for the given ones. */
export function account(values: Partial<FinancialAccount> = {}): FinancialAccount {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    category: 'bank',
    institution: 'Riverside Bank',
    account_name: 'Household',
    account_number: '1234',
    notes: 'Ask Ruth, 555-0114',
    created_at: '2026-11-01T10:00:00+00:00',
    updated_at: '2026-11-01T10:00:00+00:00',
    ...values,
  }
}

export const household = account()
export const shares = account({
  id: '33333333-3333-4333-8333-333333333333',
  category: 'investment',
  institution: 'Harbour Brokers',
  account_name: 'Shares',
  account_number: null,
  notes: null,
})
