import { json } from './fake-supabase'

const nothing = {
  full_name: 'Margaret Ellis' as string | null,
  funeral_plan_saved: false,
  music_chosen: false,
  people: 0,
  people_accepted: 0,
  people_refusing_mail: 0,
  executors: 0,
  contacts: 0,
  videos: 0,
  insurance: 0,
  accounts: 0,
  documents: 0,
  health_readers: 0,
  health_first_hours_readers: 0,
  health_notes_not_offered: 0,
  health_papers_not_offered: 0,
  home_items: 0,
  portrait: 0,
  plan_reviewed_at: null as string | null,
  review_due_at: null as string | null,
}

/** The database's answer to rpc/plan_overview: an empty plan, except for the given values. */
export function planOverview(given: Partial<typeof nothing> = {}) {
  const { full_name, plan_reviewed_at, review_due_at, ...counts } = { ...nothing, ...given }
  return json({ full_name, plan_reviewed_at, review_due_at, counts })
}
