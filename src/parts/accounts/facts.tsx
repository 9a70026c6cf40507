import { listFacts } from '@/parts/kit/facts'
import { Badge } from '@/ui/base/badge'
import { AccountFacts } from './account-facts'
import { accountCategoryWords } from './category-words'
import type { FinancialAccount } from './data'
import { source } from './source'

export const facts = listFacts<FinancialAccount>({
  ...source,
  intro: () => "Enough to identify each account. Full account numbers and passwords aren't stored here.",
  empty: (ownerName) => `${ownerName} hasn't listed any accounts.`,
  framed: true,
  item: (account) => (
    <>
      <AccountFacts account={account} />
      <Badge>{accountCategoryWords[account.category]}</Badge>
    </>
  ),
})
