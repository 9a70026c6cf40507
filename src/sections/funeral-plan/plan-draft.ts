import { z } from 'zod'
import type { FuneralPlanForm } from '@/data/funeral-plan'
import { Constants } from '@/lib/database.types'

const { disposition_type, service_type } = Constants.public.Enums

const draftSchema = z.object({
  /** The saved version that the typing began from; null when nothing was saved. */
  version: z.string().nullable(),
  values: z.object({
    disposition: z.enum([...disposition_type, '']),
    funeral_home: z.string(),
    service_type: z.enum([...service_type, '']),
    venue: z.string(),
    officiant: z.string(),
    personal_requests: z.string(),
    obituary: z.string(),
  }) satisfies z.ZodType<FuneralPlanForm>,
})
/** What was typed and not saved. It lives as long as the tab, and ends with a save or a sign-out. */
export type PlanDraft = z.output<typeof draftSchema>

function keyOf(userId: string): string {
  return `heartwood.draft.funeral-plan.${userId}`
}

/** What this person typed before the page was loaded again; null when there is nothing, or nothing that can be read. */
export function readPlanDraft(userId: string): PlanDraft | null {
  const stored = sessionStorage.getItem(keyOf(userId))
  if (stored === null) return null
  try {
    return draftSchema.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}

/** Keeps what was typed. A browser that has no room for it is no reason to stop. */
export function writePlanDraft(userId: string, draft: PlanDraft): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // Storage is full or closed: the text is still on the screen.
  }
}

/** Forgets what was typed. */
export function clearPlanDraft(userId: string): void {
  sessionStorage.removeItem(keyOf(userId))
}
