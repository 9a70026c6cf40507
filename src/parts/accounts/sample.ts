import { sampleTimes } from '@/parts/kit/sample-plan'
import type { FinancialAccount } from './data'

export const sample = {
  key: 'accounts',
  data: [
    {
      id: 'account',
      category: 'bank',
      institution: 'Sample bank',
      account_name: 'Sample account',
      account_number: '0000',
      notes: null,
      ...sampleTimes,
    },
  ] satisfies FinancialAccount[],
}
