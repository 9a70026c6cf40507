import type { PlanOverview } from '@/data/plan-overview'
import { json } from './fake-supabase'

const nothing: PlanOverview = {
  full_name: 'Margaret Ellis',
  funeral_plan_saved: false,
  funeral_plan_completed: false,
  music_chosen: false,
  people: 0,
  people_accepted: 0,
  executors: 0,
  contacts: 0,
  videos: 0,
  insurance: 0,
  policy_numbers: 0,
  accounts: 0,
  documents: 0,
  wills: 0,
  plan_reviewed_at: null,
  review_due_at: null,
}

/** The answer of the database to rpc/plan_overview: an empty plan, but for what is given. */
export function planOverview(given: Partial<PlanOverview> = {}) {
  const { full_name, plan_reviewed_at, review_due_at, ...counts } = { ...nothing, ...given }
  return json({ full_name, plan_reviewed_at, review_due_at, counts })
}
