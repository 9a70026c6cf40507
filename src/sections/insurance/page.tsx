import { fileLink } from '@/data/files/file-link'
import { ListPage, wordsFor } from '@/plan/list-page'
import { PagedList } from '@/ui/lists/paged-list'
import { onDemand } from '@/ui/page/on-demand'
import { type InsurancePolicy, policies } from './data'
import { PolicyCard } from './policy-card'

const PolicyDialog = onDemand(async () => (await import('./policy-dialog')).PolicyDialog)

const words = {
  ...wordsFor('Policy', 'policies'),
  title: 'Life Insurance',
  intro: 'The policies that pay somebody after your death, and whom to call for each.',
  why: 'An insurer pays only when somebody asks, and nobody can ask for a policy they do not know of. The name of the company is enough to begin with; remember the one from your employer.',
  visibility:
    'Only the trustees and executors you name see these, after your death is verified or sooner if you open your plan to them. Beneficiaries never do.',
  name: ({ provider }: InsurancePolicy) => provider,
  consequence: ({ document_path }: InsurancePolicy) =>
    `${document_path ? 'The policy and its document are' : 'The policy is'} taken out of your plan. This cannot be undone. The insurance itself is not affected.`,
}

/** /insurance: the life insurance policies that have to be claimed. */
export function Component() {
  return (
    <ListPage list={policies} words={words} dialog={PolicyDialog}>
      {(all, actionsOf) => (
        <PagedList label="Policies" items={all}>
          {(policy) => (
            <PolicyCard
              policy={policy}
              link={(path) => fileLink({ bucket: 'documents', path })}
              actions={actionsOf(policy)}
            />
          )}
        </PagedList>
      )}
    </ListPage>
  )
}
