import { sampleTimes } from '@/parts/kit/sample-times'
import type { FinancialAccount } from '../data'

/** For the practice. */
export const sample: FinancialAccount[] = [
  {
    id: 'account',
    category: 'bank',
    institution: 'Sample bank',
    account_name: 'Sample account',
    account_number: '0000',
    notes: null,
    ...sampleTimes,
  },
]
