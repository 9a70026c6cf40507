import { funeralPlanQuery } from '@/data/funeral-plan'
import type { PartSource } from '@/parts/kit/part'

export const source = {
  key: 'funeral',
  name: 'Funeral',
  loading: 'Loading the funeral plan',
  errorTitle: 'Unable to load funeral plan',
  query: funeralPlanQuery,
} satisfies PartSource
