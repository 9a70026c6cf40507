import { z } from 'zod'
import { setReturnTarget } from '@/data/session/session'
import { Constants } from '@/lib/database.types'
import { paths } from '@/lib/paths'

/** A plan's id; anything else, as an address may hold it, is null. */
export const planIdSchema = z.enum(Constants.public.Enums.plan_id).nullable().catch(null)

/**
 * Remembers the plan that a person chose before signing in: they go on with it afterwards, whatever page had sent them
 * to sign-in before. Anything but a plan id is ignored.
 */
export function rememberPlanChoice(plan: string | null): void {
  const chosen = planIdSchema.parse(plan)
  if (chosen) setReturnTarget(paths.choosing(chosen), { personal: false })
}
