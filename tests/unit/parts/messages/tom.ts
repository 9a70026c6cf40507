import type { Designation } from '@/data/people/designations'
import { designation } from '../../designation'

/** Whom Anna named as beneficiary, and who has not answered yet. */
export const tom: Designation = designation({
  owner_name: 'Anna Ellis',
  person_name: 'Tom Ellis',
  person_email: 'tom@example.com',
  role: 'beneficiary',
})
