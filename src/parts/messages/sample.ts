import { sampleTimes } from '@/parts/kit/sample-plan'
import type { VideoMessage } from './data'

export const sample = {
  key: 'messages',
  data: [
    {
      id: 'message',
      user_id: 'sample',
      title: 'Sample message',
      storage_path: 'sample-message.mp4',
      for_beneficiary: 0,
      deliver_on: null,
      transcript: "This is a sample. On the day, you can read here what's said in the video.",
      ...sampleTimes,
    },
  ] satisfies VideoMessage[],
}
