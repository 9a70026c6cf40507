import { type Kind, occasions, type PlanState } from '../../../supabase/functions/_shared/mails/occasions.ts'

export const context = {
  appOrigin: 'https://heartwood.example',
  codeKey: 'k'.repeat(32),
  codeKeys: ['k'.repeat(32)],
}

export const kinds = Object.keys(occasions) as Kind[]
/** Whom the database writes a kind of mail to. */
export const recipientsOf = (kind: Kind) => Object.keys(occasions[kind])
export const cases = kinds.flatMap((kind) => recipientsOf(kind).map((recipient) => ({ kind, recipient })))
/** @returns in which states of the plan this recipient gets it */
export const statesOf = (kind: Kind, recipient: string): readonly PlanState[] =>
  (occasions[kind] as Record<string, { states: readonly PlanState[] }>)[recipient]?.states ?? []
/** @returns what has happened then */
export const whenOf = (kind: Kind, recipient: string): string =>
  (occasions[kind] as Record<string, { when: string }>)[recipient]?.when ?? ''

/** What the payloads of all kinds hold. */
export const everything = {
  owner_name: 'Edith Marlow',
  owner_id: '5d0f5c2e-8f0a-4d0b-9a59-0d2a54b2a001',
  actor_name: 'Tom Marlow',
  actor_role: 'trustee',
  is_actor: false,
  is_submitter: false,
  is_approved: false,
  was_open: true,
  submitter_name: 'Tom Ellis',
  role: 'trustee',
  from: 'beneficiary',
  release_at: '2026-11-21T00:40:04.985123+00:00',
  open_until: null,
  submission_id: '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1',
  taken_back: 'approved',
  message: null,
  people: 3,
  until: '2026-11-28T00:40:04.985123+00:00',
  is_removed: false,
  because: 'certificate',
  opening_id: '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f4',
  opens_at: '2026-11-21T00:40:04.985123+00:00',
  ends_at: '2026-12-05T00:40:04.985123+00:00',
  is_open: true,
  untold: [] as string[],
  how: 'owner',
  names: ['Tom Marlow', 'Ann Berg'],
  practice_id: '0f3c2c1e-3f0a-4d0b-9a59-0d2a54b2a777',
  plan_reviewed_at: '2025-11-20T23:59:00+00:00',
  months: 6,
  other_owners: 0,
  browser: 'Chrome on Windows',
  signed_in_at: '2026-11-27T00:40:00+00:00',
  report: 'death',
  report_id: '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f2',
  reporter_name: 'Nora Nurse',
  reporter_contact: '+1 503 555 0100',
  guest_id: '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1',
  guest_name: 'Gus',
  held_on: '2026-12-05',
  held_at: '14:00:00',
  time_zone: 'America/New_York',
  place: 'St. Brannoc',
  address: '4 Mill Lane, Harbor',
  invited_by: 'Anna Marlow',
  phone: '+1 (503) 555-0177',
  answered_earlier: false,
  owner_lives: false,
  waiting: 2,
  waiting_since: '2026-11-21T00:40:04.985123+00:00',
  lines: ['payments: on'],
  deliver_on: '2026-11-24',
  is_today: true,
  state: 'living',
  is_deceased: false,
  closes_on: '2026-12-24',
  is_alive: true,
}
