import { sampleFuneralPlan } from '@/plan/facts/sample'

export const sample = { key: 'music', data: sampleFuneralPlan }
