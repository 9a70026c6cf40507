import type { FirstHours } from '@/data/people/first-hours'

/** What a person of the circle may know of first hours that no one has opened. */
export const circle: FirstHours = {
  members: ['Edith', 'Tom'],
  notice_hours: 0,
  parts_if_ill: ['contacts', 'home'],
  parts_if_died: ['contacts', 'funeral', 'home'],
  reason: null,
  opened_by_name: null,
  opened_at: null,
  opens_at: null,
  ends_at: null,
  died_opens_at: null,
  wait_until: null,
  waits_for_owner: false,
  untold: [],
}
