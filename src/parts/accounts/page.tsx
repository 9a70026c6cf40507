import { Constants } from '@/lib/database.types'
import { ListPage, wordsFor } from '@/parts/kit/list-page'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { Notice } from '@/ui/base/notice'
import { PageSection } from '@/ui/base/page'
import { inDialog, onDemand } from '@/ui/late'
import { PagedList } from '@/ui/lists/paged-list'
import { type FinancialAccount, financialAccounts } from './data'
import { AccountFacts } from './facts'
import { accountCategoryWords } from './words'

const AccountDialog = onDemand(async () => (await import('./dialog')).AccountDialog, inDialog)

const words = {
  ...wordsFor('Account', 'accounts'),
  // Each category has its own heading.
  heading: undefined,
  title: 'Financial Accounts',
  intro: 'Where your money is, so no one has to hunt through drawers and letters.',
  why: 'Forgotten accounts can sit untouched for years. Start with the one you pay bills from. Just the name of the bank is enough.',
  visibility:
    'Only the trustees and executors you’ve named can see these, and only after your death unless you share them sooner. Beneficiaries can’t, unless you choose otherwise for someone.',
  name: ({ account_name, institution }: FinancialAccount) => `${account_name}, ${institution}`,
  shortName: ({ account_name }: FinancialAccount) => account_name,
  consequence: ({ account_name, institution }: FinancialAccount) =>
    `“${account_name}” at ${institution} will be taken off this list. The account itself won’t be affected. This can’t be undone.`,
}

/** /accounts: the financial accounts that the executor will have to find. */
export function Component() {
  return (
    <ListPage
      list={financialAccounts}
      words={words}
      drawing="papers"
      dialog={AccountDialog}
      notice={
        <UnlessFrozen>
          <Notice tone="warning" className="mb-6 max-w-prose">
            Never write whole account numbers, PINs or passwords here. The institution and the last 4 digits
            are enough for your executor to find an account.
          </Notice>
        </UnlessFrozen>
      }
    >
      {(all, actionsOf) =>
        Constants.public.Enums.account_category
          .map((category) => ({ category, group: all.filter((row) => row.category === category) }))
          .filter(({ group }) => group.length > 0)
          .map(({ category, group }) => (
            <PageSection key={category} title={accountCategoryWords[category]}>
              <PagedList
                framed
                label={accountCategoryWords[category]}
                items={group}
                itemClassName="flex flex-wrap justify-between gap-x-8 gap-y-4 p-5"
              >
                {(account) => (
                  <>
                    <AccountFacts account={account} />
                    <div className="empty:hidden print:hidden">{actionsOf(account)}</div>
                  </>
                )}
              </PagedList>
            </PageSection>
          ))
      }
    </ListPage>
  )
}
