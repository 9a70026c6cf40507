import type { PlanTable } from '../../src/data/rows/plan-rows.ts'

/** The tables of a plan. */
export const planTables: readonly PlanTable[] = [
  'funeral_plan',
  'contacts',
  'video_messages',
  'insurance_policies',
  'financial_accounts',
  'estate_documents',
  'home_items',
  'portraits',
  'health_papers',
  'health_notes',
]
