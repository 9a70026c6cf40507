import { funeralPlanQuery } from '@/data/funeral-plan'
import type { PartSource } from '@/plan/section'

export const source = {
  key: 'music',
  name: 'Music',
  loading: 'Loading the music',
  errorTitle: 'Unable to load music',
  query: funeralPlanQuery,
} satisfies PartSource
