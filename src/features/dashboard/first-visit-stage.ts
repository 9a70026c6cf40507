import { keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { isBegun, type OwnPlan } from '@/reading/steps/own-plan'

/** The stages of a first visit, in order. After the last one comes the list of what an executor will do. */
export const stages = ['name', 'wish', 'person'] as const
export type Stage = (typeof stages)[number]

const keyOf = (userId: string) => `heartwood.first-visit.${userId}`
const places = [...stages, 'over'] as const
type Place = (typeof places)[number]
// Without zod, which the dashboard needs for nothing else.
const kept = { parse: (stored: unknown): Place | null => places.find((place) => place === stored) ?? null }

/** Remembers on this device where a first visit has got to. */
export function keepStage(userId: string, stage: Place): void {
  keepOnDevice(keyOf(userId), stage)
}

const beginsKey = (userId: string) => `heartwood.begins.${userId}`
const isTrue = { parse: (stored: unknown) => stored === true }

/** Remembers on this device that a person who lost someone chose to begin a plan of their own. */
export function keepBeginning(userId: string): void {
  keepOnDevice(beginsKey(userId), true)
}

/** Whether such a person chose to begin on this device. */
export function hasChosenToBegin(userId: string): boolean {
  return readFromDevice(beginsKey(userId), isTrue) === true
}

/**
 * Where a first visit goes on; null when there is none: the plan was begun in another way, or the person went through it
 * or left it. Another device knows it by the plan alone.
 */
export function stageOf(userId: string, plan: Pick<OwnPlan, 'overview' | 'parts'>): Stage | null {
  const at = readFromDevice(keyOf(userId), kept)
  const { full_name, counts } = plan.overview
  if (at === 'over') return null
  if (isBegun(plan)) return at === 'person' && !counts.people ? at : null
  return at ?? (full_name === null ? 'name' : 'wish')
}
