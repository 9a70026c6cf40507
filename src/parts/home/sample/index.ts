import { sampleTimes } from '@/parts/kit/sample-times'
import type { HomeItem } from '../data'

/** For the practice. */
export const sample: HomeItem[] = [
  {
    id: 'home',
    kind: 'pet',
    name: 'Sample pet',
    location: null,
    care: 'Sample food, morning and evening',
    contact: 'Sample vet, 555-0100',
    caretaker: 'Sample neighbor',
    ...sampleTimes,
  },
]
