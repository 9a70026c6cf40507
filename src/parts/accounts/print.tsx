import { printedList } from '@/parts/kit/printed'
import { Badge } from '@/ui/base/badge'
import type { FinancialAccount } from './data'
import { AccountFacts } from './facts'
import { accountCategoryWords } from './words'

export const print = printedList<FinancialAccount>({
  title: 'Financial accounts',
  none: 'No accounts are listed.',
  item: (account) => (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
      <AccountFacts account={account} />
      <Badge>{accountCategoryWords[account.category]}</Badge>
    </div>
  ),
})
