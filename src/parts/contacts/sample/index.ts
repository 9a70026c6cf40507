import { sampleTimes } from '@/parts/kit/sample-times'
import type { Contact } from '../data'

/** For the practice. */
export const sample: Contact[] = [
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
]
