import { sampleTimes } from '@/parts/kit/sample-times'
import type { InsurancePolicy } from '../data'

/** For the practice. */
export const sample: InsurancePolicy[] = [
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
]
