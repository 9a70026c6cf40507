import { fileNameOf } from '@/lib/files/stored-names'
import { listFacts } from '@/plan/facts/facts'
import { copyTerm, emptyNames, PrintedValues } from '@/plan/facts/printed'
import { sampleTimes } from '@/plan/facts/sample'
import type { InsurancePolicy } from './data'
import { formatMoney } from './money'
import { PolicyCard } from './policy-card'

export const facts = listFacts<InsurancePolicy>({
  key: 'insurance',
  title: 'Life insurance',
  name: 'Life insurance',
  sample: [
    {
      id: 'policy',
      provider: 'Sample insurance',
      policy_number: 'SAMPLE-0000',
      coverage_amount: 1000,
      agent_contact: null,
      document_path: 'sample-document.pdf',
      notes: null,
      ...sampleTimes,
    },
  ],
  loading: 'Loading the policies',
  errorTitle: 'Unable to load insurance policies',
  empty: (ownerName) => `${ownerName} hasn't listed any life insurance.`,
  item: (policy, { open }) => (
    <PolicyCard policy={policy} link={(path) => open(policy.id, { bucket: 'documents', path })} />
  ),
  printed: {
    noun: ['policy', 'policies'],
    none: 'No policies are listed.',
    missing: (policies) =>
      policies.length === 0
        ? ['A policy, or that there is none']
        : policies.flatMap(({ provider, policy_number, agent_contact }) =>
            emptyNames({ 'policy number': policy_number, 'agent contact': agent_contact }).map(
              (what) => `${provider}: ${what}`,
            ),
          ),
    item: ({ provider, coverage_amount, policy_number, agent_contact, document_path, notes }) => (
      <>
        <h3>{provider}</h3>
        <PrintedValues
          values={{
            Coverage: formatMoney(coverage_amount),
            'Policy number': policy_number,
            'Agent contact': agent_contact,
            ...(document_path ? { [copyTerm]: fileNameOf(document_path) } : {}),
            ...(notes ? { Notes: notes } : {}),
          }}
        />
      </>
    ),
  },
})
