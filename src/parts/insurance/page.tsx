import { fileLink } from '@/data/files/storage'
import { ListPage, wordsFor } from '@/parts/kit/list-page'
import { inDialog, onDemand } from '@/ui/late'
import { PagedList } from '@/ui/lists/paged-list'
import { type InsurancePolicy, policies } from './data'
import { PolicyCard } from './facts'

const PolicyDialog = onDemand(async () => (await import('./dialog')).PolicyDialog, inDialog)

const words = {
  ...wordsFor('Policy', 'policies'),
  title: 'Life Insurance',
  intro: 'Policies that pay out after your death, and who to call about each one.',
  why: 'Insurers pay only when someone makes a claim, and no one can claim on a policy they don’t know about. The company’s name is enough to start with. Don’t forget any policy through work.',
  visibility:
    'Only the trustees and executors you’ve named can see these, and only after your death unless you share them sooner. Beneficiaries can’t, unless you choose otherwise for someone.',
  name: ({ provider }: InsurancePolicy) => provider,
  consequence: ({ document_path }: InsurancePolicy) =>
    `${document_path ? 'The policy and its document' : 'The policy'} will be taken out of your plan. This can’t be undone. The insurance itself isn’t affected.`,
}

/** /insurance: the life insurance policies that have to be claimed. */
export function Component() {
  return (
    <ListPage list={policies} words={words} drawing="papers" dialog={PolicyDialog}>
      {(all, actionsOf) => (
        <PagedList label="Policies" items={all}>
          {(policy) => (
            <PolicyCard
              policy={policy}
              link={(path) => fileLink({ bucket: 'documents', path })}
              actions={actionsOf(policy, { hasMain: policy.document_path !== null })}
            />
          )}
        </PagedList>
      )}
    </ListPage>
  )
}
