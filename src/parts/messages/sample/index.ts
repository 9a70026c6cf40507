import { sampleTimes } from '@/parts/kit/sample-times'
import type { Message } from '..'

/** For the practice. */
export const sample: Message[] = [
  {
    id: 'message',
    user_id: 'sample',
    title: 'Sample message',
    storage_path: 'sample-message.mp4',
    for_beneficiary: 0,
    deliver_on: null,
    transcript: 'This is a sample. On the day, you can read here what’s said in the video.',
    body: null,
    captions: null,
    ...sampleTimes,
  },
  {
    id: 'letter',
    user_id: 'sample',
    title: 'Sample letter',
    storage_path: null,
    for_beneficiary: 0,
    deliver_on: null,
    transcript: null,
    body: 'This is a sample.\n\nOn the day, letters to you open here, and you can print each of them.',
    captions: null,
    ...sampleTimes,
  },
]
