import type { Designation } from '@/data/people/designations'
import { anna } from './fake-supabase'

/** The row of a person whom Anna named as executor and invited, and who has not answered yet; with these values instead. */
export const designation = (given: Partial<Designation> = {}): Designation => ({
  id: 7,
  owner_id: anna.id,
  owner_name: 'Anna Berg',
  person_name: 'Simon Berg',
  person_email: 'simon@example.com',
  beneficiary_user_id: null,
  role: 'executor',
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
  ...given,
})
