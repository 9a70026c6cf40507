import { DOT } from '@/lib/text'
import { listFacts } from '@/parts/kit/facts'
import { Badge } from '@/ui/base/badge'
import type { FinancialAccount } from './data'
import { accountCategoryWords } from './words'

/** The details of an account: enough to find it, not enough to access the money. */
export function AccountFacts({ account }: { account: FinancialAccount }) {
  const { institution, account_name, account_number, notes } = account
  return (
    <div className="min-w-0 flex-1 basis-64">
      <h3 className="text-title break-words">{account_name}</h3>
      <p className="break-words">
        {institution}
        {account_number ? (
          <>
            {DOT}
            <MaskedNumber lastDigits={account_number} />
          </>
        ) : null}
      </p>
      {notes ? (
        <p className="mt-1 max-w-prose break-words whitespace-pre-line text-ink-soft">{notes}</p>
      ) : null}
    </div>
  )
}

/** "•••• 1234", read out as "number ending in 1234". Only the last digits are ever stored. */
function MaskedNumber({ lastDigits }: { lastDigits: string }) {
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true">•••• {lastDigits}</span>
      <span className="sr-only">number ending in {lastDigits}</span>
    </span>
  )
}

export const facts = listFacts<FinancialAccount>({
  intro: () => 'Enough to identify each account. Full account numbers and passwords aren’t stored here.',
  empty: (ownerName) => `${ownerName} hasn’t listed any accounts.`,
  framed: true,
  item: (account) => (
    <>
      <AccountFacts account={account} />
      <Badge>{accountCategoryWords[account.category]}</Badge>
    </>
  ),
})
