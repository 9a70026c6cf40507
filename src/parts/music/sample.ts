import { sampleFuneralPlan } from '@/parts/kit/sample'

export const sample = { key: 'music', data: sampleFuneralPlan }
