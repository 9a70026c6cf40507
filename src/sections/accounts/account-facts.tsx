import type { Tables } from '@/lib/database.types'
import { MaskedNumber } from './masked-number'

export interface AccountFactsProps {
  account: Pick<Tables<'financial_accounts'>, 'account_name' | 'institution' | 'account_number' | 'notes'>
}

/** The details of an account: enough to find it, not enough to access the money. */
export function AccountFacts({ account }: AccountFactsProps) {
  const { institution, account_name, account_number, notes } = account
  return (
    <div className="min-w-0 flex-1 basis-64">
      <h3 className="text-title break-words">{account_name}</h3>
      <p className="break-words">
        {institution}
        {account_number ? (
          <>
            {' · '}
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
