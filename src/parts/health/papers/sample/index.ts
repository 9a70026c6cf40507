import { sampleTimes } from '@/parts/kit/sample-times'
import type { HealthPaper } from '../../data'

/** For the practice. */
export const sample: HealthPaper[] = [
  { id: 'paper', kind: 'health_proxy', place: 'Sample place', file_path: null, ...sampleTimes },
]
