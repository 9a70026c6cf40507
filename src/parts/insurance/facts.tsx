import type { ReactNode } from 'react'
import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/stored-names'
import { listFacts } from '@/parts/kit/facts'
import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import { OpenFileButton } from '@/ui/media/file-buttons'
import type { InsurancePolicy } from './data'
import { formatMoney } from './money'

interface PolicyCardProps {
  policy: InsurancePolicy
  /** Makes the link to the file at this path; called when the person opens it. */
  link: (path: string) => Promise<string>
  /** Additional buttons. */
  actions?: ReactNode
}

/** One policy: its provider, its amount, what is needed to claim it, and a button to open its document. */
export function PolicyCard({ policy, link, actions }: PolicyCardProps) {
  const { provider, document_path: path } = policy
  const openButton =
    path === null ? null : <OpenFileButton label={`Open document: ${provider}`} link={() => link(path)} />
  return (
    <Card
      className="wrap-anywhere"
      title={provider}
      headingLevel={3}
      actions={
        openButton || actions ? (
          <>
            {openButton}
            {actions}
          </>
        ) : undefined
      }
    >
      <DescriptionList
        folded="Not recorded"
        items={[
          { term: 'Coverage', value: formatMoney(policy.coverage_amount), inLine: 'amount' },
          { term: 'Policy number', value: policy.policy_number },
          { term: 'Agent contact', value: policy.agent_contact },
          { term: 'Document', value: path && fileNameOf(path) },
          ...(policy.notes ? [{ term: 'Notes', value: policy.notes }] : []),
          { term: 'Added', value: formatDate(policy.created_at) },
        ]}
      />
    </Card>
  )
}

export const facts = listFacts<InsurancePolicy>({
  empty: (ownerName) => `${ownerName} hasn’t listed any life insurance.`,
  item: (policy, { open }) => (
    <PolicyCard policy={policy} link={(path) => open(policy.id, { bucket: 'documents', path })} />
  ),
})
