import * as z from 'zod/mini'
import type { OwnFirstHours } from './first-hours'

const circleSchema = z.array(
  z.object({
    designation_id: z.number(),
    name: z.string(),
    parts: z.array(z.string()),
    wait_until: z.nullable(z.string()),
    waits_for_owner: z.boolean(),
  }),
)

/** Someone who can open the first hours of the signed-in owner's plan, and until when they may not. */
export type CircleMember = z.infer<typeof circleSchema>[number]

/**
 * The people who can open the first hours, those named last first, as in the list of all who are named. Apart from the rest,
 * because every page asks whether they are open, and not every page needs the code of schemas.
 * @throws ZodError when the database answers something else
 */
export function circleOf({ circle }: Pick<OwnFirstHours, 'circle'>): CircleMember[] {
  return circleSchema.parse(circle).sort((one, other) => other.designation_id - one.designation_id)
}
