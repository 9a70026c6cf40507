import { useState } from 'react'
import * as z from 'zod/mini'
import { COPIES, keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { useUser } from '@/data/session/session'
import { Constants } from '@/lib/database.types'
import { stepTimes } from '@/parts/kit/step'

const reachSchema = z.object({ kind: z.enum(['call', 'email']), label: z.string(), href: z.string() })
const markSchema = z.object({
  id: z.string(),
  seq: z.number(),
  step_key: z.string(),
  mark: z.enum(Constants.public.Enums.step_mark),
  undoes: z.nullable(z.string()),
  title: z.string(),
  note: z.nullable(z.string()),
  actor_id: z.nullable(z.string()),
  actor_name: z.string(),
  made_at: z.string(),
})
const letterSchema = z.object({
  to: z.string(),
  about: z.string(),
  references: z.array(z.object({ term: z.string(), value: z.nullable(z.string()) })),
  asks: z.array(z.string()),
  encloses: z.array(z.string()),
})
const stepSchema = z.object({
  key: z.string(),
  when: z.enum(stepTimes),
  rank: z.number(),
  title: z.string(),
  words: z.array(z.string()),
  facts: z.exactOptional(z.array(z.object({ term: z.string(), value: z.string() }))),
  reach: z.exactOptional(z.array(reachSchema)),
  letter: z.exactOptional(letterSchema),
  people: z.exactOptional(
    z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        relation: z.nullable(z.string()),
        reach: z.array(reachSchema),
      }),
    ),
  ),
})
const copySchema = z.object({
  savedAt: z.string(),
  letters: z.object({
    who: z.nullable(z.string()),
    bornOn: z.nullable(z.string()),
    diedOn: z.nullable(z.string()),
    writer: z.nullable(z.string()),
    role: z.string(),
  }),
  stoppedAt: z.nullable(z.string()),
  withFinances: z.boolean(),
  openParts: z.array(z.string()),
  steps: z.array(stepSchema),
  marks: z.array(markSchema),
})

/** A list of steps as it was when this device was last connected. */
export type StepCopy = z.output<typeof copySchema>

/** After this many days without a connection, a copy is not shown any more. */
const DAYS = 14

const keyOf = (userId: string, ownerId: string) => `${COPIES}steps.${userId}.${ownerId}`

/** Keeps a list on this device, so that it opens without a connection. It leaves the device when the person signs out. */
export function keepStepCopy(userId: string, ownerId: string, copy: object): void {
  keepOnDevice(keyOf(userId, ownerId), copy)
}

/** Removes the copy of a list that is not open to this person any more. */
export function forgetStepCopy(userId: string, ownerId: string): void {
  keepOnDevice(keyOf(userId, ownerId), null)
}

/** The copy that this device has of a list; null when there is none, or it is too old. */
export function readStepCopy(userId: string, ownerId: string, now = Date.now()): StepCopy | null {
  const copy = readFromDevice(keyOf(userId, ownerId), copySchema)
  if (copy && now - Date.parse(copy.savedAt) > DAYS * 86_400_000) {
    forgetStepCopy(userId, ownerId)
    return null
  }
  return copy
}

/** The copy of a list that this device kept, for a page that was opened without a connection; null when there is none. */
export function useStepCopy(ownerId: string) {
  const { id } = useUser()
  const [copy] = useState(() => readStepCopy(id, ownerId))
  return copy
}
