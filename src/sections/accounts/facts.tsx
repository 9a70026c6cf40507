import { listFacts } from '@/plan/facts/facts'
import { sampleTimes } from '@/plan/facts/sample'
import { Badge } from '@/ui/badge'
import { AccountFacts } from './account-facts'
import { accountCategoryWords } from './category-words'
import type { FinancialAccount } from './data'

export const facts = listFacts<FinancialAccount>({
  key: 'accounts',
  title: 'Financial accounts',
  name: 'Accounts',
  sample: [
    {
      id: 'account',
      category: 'bank',
      institution: 'Sample bank',
      account_name: 'Sample account',
      account_number: '0000',
      notes: null,
      ...sampleTimes,
    },
  ],
  loading: 'Loading the accounts',
  errorTitle: 'Unable to load accounts',
  intro: () => "Enough to identify each account. Full account numbers and passwords aren't stored here.",
  empty: (ownerName) => `${ownerName} hasn't listed any accounts.`,
  framed: true,
  item: (account) => (
    <>
      <AccountFacts account={account} />
      <Badge>{accountCategoryWords[account.category]}</Badge>
    </>
  ),
  printed: {
    noun: ['account'],
    none: 'No accounts are listed.',
    missing: (accounts) => (accounts.length === 0 ? ['An account'] : []),
    item: (account) => (
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <AccountFacts account={account} />
        <Badge>{accountCategoryWords[account.category]}</Badge>
      </div>
    ),
  },
})
