import { sampleTimes } from '@/parts/kit/sample-times'
import type { HealthNotes } from '../data'

/** For the practice. */
export const sample: HealthNotes[] = [
  {
    id: 'health',
    blood_thinner: 'Sample: none',
    allergies: 'Sample allergy',
    medicines: null,
    implants: null,
    conditions: null,
    proxy_name: 'Sample person',
    proxy_phone: '555-0100',
    second_proxy_name: null,
    second_proxy_phone: null,
    doctor_name: null,
    doctor_phone: null,
    communication: null,
    donor: null,
    care_note: null,
    ...sampleTimes,
  },
]
