import { funeralPlanQuery } from '@/data/funeral-plan'
import type { PartSource } from '@/parts/kit/part'

export const source = {
  key: 'music',
  name: 'Music',
  loading: 'Loading the music',
  errorTitle: 'Unable to load music',
  query: funeralPlanQuery,
} satisfies PartSource
