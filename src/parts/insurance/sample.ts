import { sampleTimes } from '@/parts/kit/sample-plan'
import type { InsurancePolicy } from './data'

export const sample = {
  key: 'insurance',
  data: [
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
  ] satisfies InsurancePolicy[],
}
