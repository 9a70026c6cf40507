import { z } from 'zod'
import { Constants } from '@/lib/database.types'

const PLAN_CHOICE = 'heartwood.plan-choice'
const planIdSchema = z.enum(Constants.public.Enums.plan_id)

/** Remembers the plan that a person chose before signing in. Anything but a plan id is ignored. */
export function rememberPlanChoice(plan: string | null): void {
  const { data } = planIdSchema.safeParse(plan)
  if (data) sessionStorage.setItem(PLAN_CHOICE, data)
}
