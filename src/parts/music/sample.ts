import { sampleFuneralPlan } from '@/parts/kit/sample-plan'

export const sample = { key: 'music', data: sampleFuneralPlan }
