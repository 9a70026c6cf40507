import type { InsurancePolicy } from '@/data/insurance-policies'
import { storedFileLink } from '@/data/stored-files'
import { Button } from '@/ui/button'
import { PolicyCard } from '@/ui/plan/policy-card'

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
            <Button icon="edit" onClick={onEdit} aria-label={`Edit ${provider}`}>
              Edit
            </Button>
            <Button icon="trash" onClick={onDelete} aria-label={`Delete ${provider}`}>
              Delete
            </Button>
          </>
        }
      />
    </li>
  )
}
