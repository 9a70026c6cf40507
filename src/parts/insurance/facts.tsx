import { listFacts } from '@/parts/kit/facts'
import type { InsurancePolicy } from './data'
import { PolicyCard } from './policy-card'
import { source } from './source'

export const facts = listFacts<InsurancePolicy>({
  ...source,
  empty: (ownerName) => `${ownerName} hasn't listed any life insurance.`,
  item: (policy, { open }) => (
    <PolicyCard policy={policy} link={(path) => open(policy.id, { bucket: 'documents', path })} />
  ),
})
