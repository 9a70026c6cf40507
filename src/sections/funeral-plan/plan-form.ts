import type { FuneralPlan, FuneralPlanForm } from '@/data/funeral-plan'

type Field = keyof FuneralPlanForm

/** The wizard's steps in order, each with its fields in order. */
export const steps = [
  { title: 'Final Disposition', fields: ['disposition', 'funeral_home'] },
  { title: 'Service Details', fields: ['service_type', 'venue', 'officiant'] },
  { title: 'Personal Requests', fields: ['personal_requests'] },
  { title: 'Your Story', fields: ['obituary'] },
] as const satisfies { title: string; fields: Field[] }[]

export type StepNumber = 1 | 2 | 3 | 4
export const LAST_STEP: StepNumber = 4

/** Parses a step from an address. Anything but 1 to 4 becomes the first step. */
export function toStep(text: string | null): StepNumber {
  if (text === '2') return 2
  if (text === '3') return 3
  return text === '4' ? 4 : 1
}

/** Converts a saved plan to the form's values: '' for everything that is not decided. */
export function toValues(plan: FuneralPlan | null): FuneralPlanForm {
  return {
    disposition: plan?.disposition ?? '',
    funeral_home: plan?.funeral_home ?? '',
    service_type: plan?.service_type ?? '',
    venue: plan?.venue ?? '',
    officiant: plan?.officiant ?? '',
    personal_requests: plan?.personal_requests ?? '',
    obituary: plan?.obituary ?? '',
  }
}

/** Finds the first field with a problem, and its step; null when there is none. */
export function firstProblem(
  errors: Partial<Record<Field, unknown>>,
): { field: Field; step: StepNumber } | null {
  for (const [index, { fields }] of steps.entries()) {
    const field = fields.find((name) => errors[name])
    if (field) return { field, step: toStep(String(index + 1)) }
  }
  return null
}
