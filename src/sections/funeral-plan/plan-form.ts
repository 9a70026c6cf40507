import type { FuneralPlan, FuneralPlanForm } from '@/data/funeral-plan'

type Field = keyof FuneralPlanForm

/** The wizard's steps and the fields that stand on them, in their order. */
export const steps = [
  { title: 'Final Disposition', fields: ['disposition', 'funeral_home'] },
  { title: 'Service Details', fields: ['service_type', 'venue', 'officiant'] },
  { title: 'Personal Requests', fields: ['personal_requests'] },
  { title: 'Your Story', fields: ['obituary'] },
] as const satisfies { title: string; fields: Field[] }[]

export type StepNumber = 1 | 2 | 3 | 4
export const LAST_STEP: StepNumber = 4

/** Reads a step from an address. Anything but 1 to 4 is the first. */
export function toStep(text: string | null): StepNumber {
  if (text === '2') return 2
  if (text === '3') return 3
  return text === '4' ? 4 : 1
}

/** What a saved plan looks like in the form: '' for whatever is not decided. */
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

/** The first field with a problem, and the step it stands on; null when there is none. */
export function firstProblem(
  errors: Partial<Record<Field, unknown>>,
): { field: Field; step: StepNumber } | null {
  for (const [index, { fields }] of steps.entries()) {
    const field = fields.find((name) => errors[name])
    if (field) return { field, step: toStep(String(index + 1)) }
  }
  return null
}
