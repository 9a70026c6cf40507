import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { firstNames, part } from '@/parts/kit/part'
import type { FinancialAccount } from './data'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<FinancialAccount>('financial_accounts')

export const accounts = part<FinancialAccount[]>({
  table: 'financial_accounts',
  title: 'Financial Accounts',
  icon: 'bank',
  group: 'Where things are',
  screens: [{ path: paths.accounts, lazy: () => import('./page') }],
  choice: 'money',
  tab: 'accounts',
  rowName: 'account_name',
  viewed: 'the accounts and insurance',
  gained: 'financial accounts',
  words: {
    name: 'Accounts',
    loading: 'Loading the accounts',
    errorTitle: 'Unable to load accounts',
  },
  query: rows.query,
  held: (all) => firstNames(all.map(({ institution }) => institution)),
  next: (all) =>
    all.length > 0
      ? null
      : {
          ask: 'where are your accounts?',
          why: 'Forgotten accounts can sit untouched for years.',
          how: 'Just the name of each bank is enough.',
          action: 'Add Account',
          to: paths.adding(paths.accounts),
        },
  lost: ({ accounts: all }) => (all ? count(all, 'financial account') : null),
  files: null,
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  sample: () => import('./sample'),
  incoming: () => import('./data'),
})
