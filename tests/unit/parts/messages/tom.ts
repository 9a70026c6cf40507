import type { Designation } from '@/data/people/designations'
import { anna } from '../../fake-supabase'

/** Whom Anna named as beneficiary, and who has not answered yet. */
export const tom: Designation = {
  id: 7,
  owner_id: anna.id,
  owner_name: 'Anna Ellis',
  person_name: 'Tom Ellis',
  person_email: 'tom@example.com',
  beneficiary_user_id: null,
  role: 'beneficiary',
  status: 'invited',
  invited_at: '2026-11-01T10:00:00+00:00',
  accepted_at: null,
  declined_at: null,
  revoked_at: null,
  left_at: null,
  stepped_down_at: null,
  address_asked_at: null,
  address_confirmed_at: null,
  mail_refused_at: null,
  created_at: '2026-11-01T10:00:00+00:00',
}
