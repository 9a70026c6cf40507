import { useQuery } from '@tanstack/react-query'
import { storedFileLink } from '@/data/files/row-files'
import { useUser } from '@/data/session/session'
import { ListPage, RowCards } from '@/plan/list-page'
import { type InsurancePolicy, policies } from './data'
import { PolicyCard } from './policy-card'
import { PolicyDialog } from './policy-dialog'

const words = {
  title: 'Life Insurance',
  intro: 'The policies that pay somebody after your death, and whom to call for each.',
  heading: 'Your policies',
  add: 'Add Policy',
  loading: 'Loading your policies',
  failed: 'Unable to load policies',
  empty: {
    title: 'No policies yet',
    text: 'An insurer pays only when somebody asks, and nobody can ask for a policy they do not know of. The name of the company is enough to begin with; remember the one from your employer.',
  },
  visibility:
    'Only the trustees and executors you name see these, after your death is verified or sooner if you open your plan to them. Beneficiaries never do.',
  deletion: ({ provider, document_path }: InsurancePolicy) => ({
    title: `Delete ${provider}?`,
    consequence: `${document_path ? 'The policy and its document are' : 'The policy is'} taken out of your plan. This cannot be undone. The insurance itself is not affected.`,
  }),
}

/** /insurance: the life insurance policies that have to be claimed. */
export function Component() {
  const user = useUser()
  return (
    <ListPage
      ownerId={user.id}
      list={policies}
      rows={useQuery(policies.query(user.id))}
      words={words}
      form={(policy, onClose) => <PolicyDialog ownerId={user.id} policy={policy} onClose={onClose} />}
    >
      {(all, buttonsOf) => (
        <RowCards label="Policies" rows={all} buttonsOf={buttonsOf} nameOf={({ provider }) => provider}>
          {(policy, actions) => <PolicyCard policy={policy} link={storedFileLink} actions={actions} />}
        </RowCards>
      )}
    </ListPage>
  )
}
