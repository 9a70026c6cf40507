import * as z from 'zod/mini'
import { keepInTab, readFromTab } from '@/browser/tab-storage'
import type { FuneralPlanForm } from '@/data/save-funeral-plan'
import { Constants } from '@/lib/database.types'

const { disposition_type, service_type, likeness_wish } = Constants.public.Enums

const formSchema = z.object({
  disposition: z.enum([...disposition_type, '']),
  funeral_home: z.string(),
  service_type: z.enum([...service_type, '']),
  venue: z.string(),
  officiant: z.string(),
  personal_requests: z.string(),
  obituary: z.string(),
  likeness: z.enum([...likeness_wish, '']),
}) satisfies z.ZodMiniType<FuneralPlanForm>

const draftSchema = z.object({
  /** The version of the saved plan that the draft is based on; null when nothing was saved. */
  version: z.nullable(z.string()),
  /** What that version held. */
  saved: formSchema,
  values: formSchema,
})
/** Unsaved input. It is kept until the tab is closed, the plan is saved, or the person signs out. */
type PlanDraft = z.output<typeof draftSchema>

function keyOf(userId: string): string {
  return `heartwood.draft.funeral-plan.${userId}`
}

/** Reads this person's draft from before a reload; null when there is none or it cannot be parsed. */
export function readPlanDraft(userId: string): PlanDraft | null {
  return readFromTab(keyOf(userId), (stored) => draftSchema.parse(stored))
}

/** Stores the draft; null deletes it. */
export function keepPlanDraft(userId: string, draft: PlanDraft | null): void {
  keepInTab(keyOf(userId), draft)
}

const stepKeyOf = (userId: string) => `heartwood.wizard-step.${userId}`

/**
 * The step that this person was last at on this device, as text for an address, so that the wizard resumes there; null
 * when it was not started or was completed.
 */
export function readLastStep(userId: string): string | null {
  return localStorage.getItem(stepKeyOf(userId))
}

/** Remembers a step; null forgets it. */
export function rememberStep(userId: string, step: number | null): void {
  if (step === null) localStorage.removeItem(stepKeyOf(userId))
  else localStorage.setItem(stepKeyOf(userId), String(step))
}
