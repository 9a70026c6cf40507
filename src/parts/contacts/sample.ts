import { sampleTimes } from '@/parts/kit/sample-plan'
import type { Contact } from './data'

export const sample = {
  key: 'contacts',
  data: [
    {
      id: 'contact',
      name: 'Sample contact',
      email: null,
      phone: '555-0100',
      relation: 'Someone to tell',
      invitee: true,
      rsvp_status: null,
      ...sampleTimes,
    },
  ] satisfies Contact[],
}
