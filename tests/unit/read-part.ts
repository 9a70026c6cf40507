import type { PlanPart } from '@/parts'
import type { PartData } from '@/parts/kit/part'
import type { ReadPart } from '@/reading/use-plan'
import { asLoaded } from '@/ui/base/loaded'

/** A part as a page has it once it was read. @param data what its query would return */
export function readPart(part: PlanPart, data: unknown): ReadPart {
  return { ...part, query: asLoaded(data as PartData) }
}
