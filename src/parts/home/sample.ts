import { sampleTimes } from '@/parts/kit/sample-plan'
import type { HomeItem } from './data'

export const sample = {
  key: 'home',
  data: [
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
  ] satisfies HomeItem[],
}
