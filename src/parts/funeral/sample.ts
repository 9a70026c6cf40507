import { sampleFuneralPlan } from '@/parts/kit/sample'

export const sample = { key: 'funeral', data: sampleFuneralPlan }
