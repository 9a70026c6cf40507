import { sampleTimes } from '@/parts/kit/sample-plan'
import type { Portrait } from './data'

export const sample = {
  key: 'portrait',
  data: [
    {
      id: 'portrait',
      picture_path: null,
      born_on: null,
      born_in: null,
      remembered_by: "This is a sample. On the day, you'll see a line to remember them by here.",
      ...sampleTimes,
    },
  ] satisfies Portrait[],
}
