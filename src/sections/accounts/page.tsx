import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeleteRow } from '@/data/rows/owned-list'
import { useUser } from '@/data/session/session'
import { Constants } from '@/lib/database.types'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { WhilePlanOpen } from '@/plan/plan-open'
import { useWantsToAdd } from '@/plan/use-wants-to-add'
import { accountCategoryWords } from '@/plan/wording'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { PagedList } from '@/ui/lists/paged-list'
import { Notice } from '@/ui/notice'
import { Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { AccountDialog } from './account-dialog'
import { type FinancialAccount, financialAccounts } from './data'
import { AccountFacts } from './facts'

/** /accounts: where the money is, for those who will have to find it. */
export function Component() {
  const user = useUser()
  const accounts = useQuery(financialAccounts.query(user.id))
  const [editing, setEditing] = useState<'new' | FinancialAccount | null>(useWantsToAdd() ? 'new' : null)
  const [deleting, setDeleting] = useState<FinancialAccount | null>(null)
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" disabled={!accounts.data} onClick={() => setEditing('new')}>
        Add Account
      </Button>
    </WhilePlanOpen>
  )

  return (
    <Page
      title="Financial Accounts"
      intro="Where your money is, so that nobody has to search your drawers and letters for it."
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={accounts.data?.length ? addButton : undefined}
    >
      <Notice tone="warning" className="mb-6 max-w-prose">
        <p>
          Never write whole account numbers, PINs or passwords here. The institution and the last 4 digits are
          enough for your executor to find an account.
        </p>
      </Notice>
      <Loaded query={accounts} loading="Loading your accounts" errorTitle="Unable to load accounts">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No accounts yet" action={addButton}>
              <p>
                An account that nobody knows of may stay where it is for years. Begin with the one your bills
                are paid from; the name of the bank is enough for a start.
              </p>
            </EmptyState>
          ) : (
            Constants.public.Enums.account_category
              .map((category) => ({ category, group: all.filter((row) => row.category === category) }))
              .filter(({ group }) => group.length > 0)
              .map(({ category, group }) => (
                <Section key={category} title={accountCategoryWords[category]}>
                  <PagedList
                    label={accountCategoryWords[category]}
                    items={group}
                    className="divide-y divide-line rounded-card border border-line bg-sheet shadow-card"
                  >
                    {(account) => (
                      <AccountRow
                        key={account.id}
                        account={account}
                        onEdit={() => setEditing(account)}
                        onDelete={() => setDeleting(account)}
                      />
                    )}
                  </PagedList>
                </Section>
              ))
          )
        }
      </Loaded>
      <VisibilityNote className="mt-6">
        Only the trustees and executors you designate see these, after your death is verified, or sooner if
        you open your plan to them. Beneficiaries never do.
      </VisibilityNote>
      {editing ? (
        <AccountDialog
          ownerId={user.id}
          account={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {deleting ? (
        <DeleteAccount ownerId={user.id} account={deleting} onClose={() => setDeleting(null)} />
      ) : null}
    </Page>
  )
}

interface RowProps {
  account: FinancialAccount
  onEdit: () => void
  onDelete: () => void
}

function AccountRow({ account, onEdit, onDelete }: RowProps) {
  const { institution, account_name } = account
  return (
    <li className="flex flex-wrap justify-between gap-x-8 gap-y-4 p-5">
      <AccountFacts account={account} />
      <div className="flex flex-wrap content-start gap-3 print:hidden">
        <WhilePlanOpen>
          <Button icon="edit" onClick={onEdit} aria-label={`Edit ${account_name}, ${institution}`}>
            Edit
          </Button>
        </WhilePlanOpen>
        <Button icon="trash" onClick={onDelete} aria-label={`Delete ${account_name}, ${institution}`}>
          Delete
        </Button>
      </div>
    </li>
  )
}

interface DeleteProps {
  ownerId: string
  account: FinancialAccount
  onClose: () => void
}

function DeleteAccount({ ownerId, account, onClose }: DeleteProps) {
  const remove = useDeleteRow(financialAccounts, ownerId)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${account.account_name}?`}
      consequence={`“${account.account_name}” at ${account.institution} is taken off this list. The account itself is not touched. This cannot be undone, but you can add it again.`}
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.error ? errorSentence(remove.error) : undefined}
      onConfirm={() => remove.mutate(account.id, { onSuccess: onClose })}
    />
  )
}
