import type { InsurancePolicy } from '@/data/insurance-policies'
import { storedFileLink } from '@/data/stored-files'
import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files'
import { formatMoney } from '@/lib/money'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { OpenFileButton } from '@/ui/open-file-button'

interface Props {
  policy: InsurancePolicy
  onEdit: () => void
  onDelete: () => void
}

/** One policy: with whom, how much, and what somebody needs who claims it. */
export function PolicyRow({ policy, onEdit, onDelete }: Props) {
  const { provider, document_path: path } = policy
  return (
    <li>
      <Card
        className="wrap-anywhere"
        title={provider}
        headingLevel={3}
        actions={
          <>
            {path === null ? null : (
              <OpenFileButton label={`Open document of ${provider}`} link={() => storedFileLink(path)} />
            )}
            <Button icon="edit" onClick={onEdit} aria-label={`Edit ${provider}`}>
              Edit
            </Button>
            <Button icon="trash" onClick={onDelete} aria-label={`Delete ${provider}`}>
              Delete
            </Button>
          </>
        }
      >
        <DescriptionList
          items={[
            { term: 'Coverage', value: formatMoney(policy.coverage_amount) },
            { term: 'Policy number', value: policy.policy_number },
            { term: 'Agent contact', value: policy.agent_contact },
            { term: 'Document', value: path && fileNameOf(path) },
            ...(policy.notes ? [{ term: 'Notes', value: policy.notes }] : []),
            { term: 'Added', value: formatDate(policy.created_at) },
          ]}
        />
      </Card>
    </li>
  )
}
