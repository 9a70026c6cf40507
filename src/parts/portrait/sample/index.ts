import { sampleTimes } from '@/parts/kit/sample-times'
import type { Portrait } from '../data'

/** For the practice. */
export const sample: Portrait[] = [
  {
    id: 'portrait',
    picture_path: null,
    born_on: null,
    born_in: null,
    remembered_by: 'This is a sample. On the day, you’ll see a line to remember them by here.',
    ...sampleTimes,
  },
]
