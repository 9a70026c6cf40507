import { sampleFuneralPlan } from '@/plan/facts/sample'

export const sample = { key: 'funeral', data: sampleFuneralPlan }
