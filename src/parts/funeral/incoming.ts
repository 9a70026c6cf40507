import * as z from 'zod/mini'
import { funeralPlanSchema } from '@/data/save-funeral-plan'
import { incomingPlan } from '@/parts/kit/incoming-plan'

/** A plan that was complete comes in complete. */
const schema = z.extend(funeralPlanSchema, {
  completed_at: z.pipe(
    z.union([z.literal(''), z.iso.datetime({ offset: true })]),
    z.transform((time) => (time === '' ? null : time)),
  ),
})

export const incoming = incomingPlan({
  schema,
  columns: [
    'disposition',
    'funeral_home',
    'service_type',
    'venue',
    'officiant',
    'personal_requests',
    'obituary',
    'likeness',
  ],
  // A plan that is there already is not changed.
  loaded: { updated_at: null },
})
