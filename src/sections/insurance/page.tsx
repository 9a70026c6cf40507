import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeleteRow } from '@/data/rows/owned-list'
import { useUser } from '@/data/session/session'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { WhilePlanOpen } from '@/plan/plan-open'
import { useWantsToAdd } from '@/plan/use-wants-to-add'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { PagedList } from '@/ui/lists/paged-list'
import { Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { type InsurancePolicy, policies as policyList } from './data'
import { PolicyDialog } from './policy-dialog'
import { PolicyRow } from './policy-row'

/** /insurance: the life insurance policies that somebody has to claim. */
export function Component() {
  const user = useUser()
  const policies = useQuery(policyList.query(user.id))
  const [editing, setEditing] = useState<'new' | InsurancePolicy | null>(useWantsToAdd() ? 'new' : null)
  const [deleting, setDeleting] = useState<InsurancePolicy | null>(null)
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" disabled={!policies.data} onClick={() => setEditing('new')}>
        Add Policy
      </Button>
    </WhilePlanOpen>
  )

  return (
    <Page
      title="Life Insurance"
      intro="The policies that pay somebody after your death, and whom to call for each."
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={policies.data?.length ? addButton : undefined}
    >
      <Section title="Your policies">
        <Loaded query={policies} loading="Loading your policies" errorTitle="Unable to load policies">
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="No policies yet" action={addButton}>
                <p>
                  An insurer pays only when somebody asks, and nobody can ask for a policy they do not know
                  of. The name of the company is enough to begin with; remember the one from your employer.
                </p>
              </EmptyState>
            ) : (
              <PagedList label="Policies" items={all}>
                {(policy) => (
                  <PolicyRow
                    key={policy.id}
                    policy={policy}
                    onEdit={() => setEditing(policy)}
                    onDelete={() => setDeleting(policy)}
                  />
                )}
              </PagedList>
            )
          }
        </Loaded>
        <VisibilityNote className="mt-4">
          Only the trustees and executors you name see these, after your death is verified or sooner if you
          open your plan to them. Beneficiaries never do.
        </VisibilityNote>
      </Section>
      {editing ? (
        <PolicyDialog
          ownerId={user.id}
          policy={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {deleting ? (
        <DeletePolicy ownerId={user.id} policy={deleting} onClose={() => setDeleting(null)} />
      ) : null}
    </Page>
  )
}

interface DeleteProps {
  ownerId: string
  policy: InsurancePolicy
  onClose: () => void
}

function DeletePolicy({ ownerId, policy, onClose }: DeleteProps) {
  const remove = useDeleteRow(policyList, ownerId)
  const what = policy.document_path ? 'The policy and its document are' : 'The policy is'
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${policy.provider}?`}
      consequence={`${what} taken out of your plan. This cannot be undone. The insurance itself is not affected.`}
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.error ? errorSentence(remove.error) : undefined}
      onConfirm={() => remove.mutate(policy.id, { onSuccess: onClose })}
    />
  )
}
