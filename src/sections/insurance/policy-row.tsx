import { storedFileLink } from '@/data/files/row-files'
import { WhilePlanOpen } from '@/plan/plan-open'
import { Button } from '@/ui/button'
import type { InsurancePolicy } from './data'
import { PolicyCard } from './facts'

interface Props {
  policy: InsurancePolicy
  onEdit: () => void
  onDelete: () => void
}

/** One policy of the owner's own. */
export function PolicyRow({ policy, onEdit, onDelete }: Props) {
  const { provider } = policy
  return (
    <li>
      <PolicyCard
        policy={policy}
        link={storedFileLink}
        actions={
          <>
            <WhilePlanOpen>
              <Button icon="edit" onClick={onEdit} aria-label={`Edit ${provider}`}>
                Edit
              </Button>
            </WhilePlanOpen>
            <Button icon="trash" onClick={onDelete} aria-label={`Delete ${provider}`}>
              Delete
            </Button>
          </>
        }
      />
    </li>
  )
}
