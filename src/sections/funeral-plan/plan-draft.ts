import * as z from 'zod/mini'
import type { FuneralPlanForm } from '@/data/funeral-plan'
import { Constants } from '@/lib/database.types'

const { disposition_type, service_type } = Constants.public.Enums

const draftSchema = z.object({
  /** The version of the saved plan that the draft is based on; null when nothing was saved. */
  version: z.nullable(z.string()),
  values: z.object({
    disposition: z.enum([...disposition_type, '']),
    funeral_home: z.string(),
    service_type: z.enum([...service_type, '']),
    venue: z.string(),
    officiant: z.string(),
    personal_requests: z.string(),
    obituary: z.string(),
  }) satisfies z.ZodMiniType<FuneralPlanForm>,
})
/** Unsaved input. It is kept until the tab is closed, the plan is saved, or the person signs out. */
export type PlanDraft = z.output<typeof draftSchema>

function keyOf(userId: string): string {
  return `heartwood.draft.funeral-plan.${userId}`
}

/** Reads this person's draft from before a reload; null when there is none or it cannot be parsed. */
export function readPlanDraft(userId: string): PlanDraft | null {
  const stored = sessionStorage.getItem(keyOf(userId))
  if (stored === null) return null
  try {
    return draftSchema.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}

/** Stores the draft. A failure is ignored, because it must not interrupt the person. */
export function writePlanDraft(userId: string, draft: PlanDraft): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // The browser's storage is full or blocked; the text is still on the screen.
  }
}

/** Deletes the draft. */
export function clearPlanDraft(userId: string): void {
  sessionStorage.removeItem(keyOf(userId))
}
