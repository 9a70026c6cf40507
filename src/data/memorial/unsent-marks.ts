import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { Constants } from '@/lib/database.types'
import { keepOnDevice, readFromDevice } from '@/lib/device-storage'

const unsentSchema = z.object({
  id: z.string(),
  owner_id: z.string(),
  step_key: z.string(),
  mark: z.enum(Constants.public.Enums.step_mark),
  undoes: z.nullable(z.string()),
  title: z.string(),
  note: z.nullable(z.string()),
  made_at: z.string(),
  /** The code with which the database refused it; it is not sent again by itself. */
  refused: z.optional(z.string()),
})
/** A mark that this device has not sent yet, or of which it does not know whether it arrived. */
export type UnsentMark = z.output<typeof unsentSchema>
const listSchema = z.array(unsentSchema)

// Each person has their own list, which outlives signing out: it holds only what they wrote themselves.
const keyOf = (userId: string) => `heartwood.unsent-marks.${userId}`

/** What this page knows of each person's list. The same object until it changes, as React asks for. */
const lists = new Map<string, readonly UnsentMark[]>()
const listeners = new Set<() => void>()

/** The marks of this person that are not sent yet, oldest first. */
export function unsentMarks(userId: string): readonly UnsentMark[] {
  const known = lists.get(userId)
  if (known) return known
  const stored = readFromDevice(keyOf(userId), listSchema) ?? []
  lists.set(userId, stored)
  return stored
}

/**
 * Changes the list of a person. What another window of this browser added or sent meanwhile is kept.
 * @param change gets the list as it is on this device now
 */
export function changeUnsentMarks(
  userId: string,
  change: (list: readonly UnsentMark[]) => readonly UnsentMark[],
): void {
  const list = change(readFromDevice(keyOf(userId), listSchema) ?? unsentMarks(userId))
  lists.set(userId, list)
  // Where the storage is blocked, the page itself holds the list for as long as it is open.
  keepOnDevice(keyOf(userId), list.length > 0 ? list : null)
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(keyOf(''))) return
    lists.clear()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The marks of this person that are not sent yet, also those of another window. */
export function useUnsentMarks(userId: string): readonly UnsentMark[] {
  return useSyncExternalStore(subscribe, () => unsentMarks(userId))
}
