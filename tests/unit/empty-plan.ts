import { json, type Routes } from './fake-supabase'

/** The rows of a plan in which nothing is written down. */
export const emptyPlan: Routes = {
  'GET funeral_plan': json(null),
  'GET estate_documents': json([]),
  'GET video_messages': json([]),
  'GET contacts': json([]),
  'GET financial_accounts': json([]),
  'GET insurance_policies': json([]),
  'GET home_items': json([]),
  'GET portraits': json([]),
}
