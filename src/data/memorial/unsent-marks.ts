import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { COPIES, keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { Constants } from '@/lib/database.types'
import { isKeptOffDevices } from './kept-off-devices'

const unsentSchema = z.object({
  id: z.string(),
  owner_id: z.string(),
  step_key: z.string(),
  mark: z.enum(Constants.public.Enums.step_mark),
  undoes: z.nullable(z.string()),
  title: z.nullable(z.string()),
  note: z.nullable(z.string()),
  made_at: z.string(),
})
/**
 * A mark that this device has not sent yet, or of which it does not know whether it arrived. Its title is null when the
 * person has signed out since.
 */
export interface UnsentMark extends z.output<typeof unsentSchema> {
  /** The code with which the database refused it for good. */
  refused?: string
}
const listSchema = z.array(unsentSchema)
const titlesSchema = z.record(z.string(), z.string())

// What a person checked off must not be lost when they sign out without a connection, so each person's list outlives that.
// But the title of a step tells what is in the plan ("Claim the life insurance: …"), to the next one at this computer.
// So the list holds only what the person wrote themselves. The titles are a copy of what others entrusted to them, which
// leaves the device with the session; the step's key finds the title again when the mark is sent.
const keyOf = (userId: string) => `heartwood.unsent-marks.${userId}`
const titlesKeyOf = (userId: string) => `${COPIES}step-titles.${userId}`

/** What this page knows of each person's list. The same object until it changes, as React asks for. */
const lists = new Map<string, readonly UnsentMark[]>()
/** What was refused is of no use on the device. This page keeps it until the person has seen that it was not saved. */
const refusedLists = new Map<string, readonly UnsentMark[]>()
const isRefused = ({ refused }: UnsentMark) => refused !== undefined
/** Whether a mark is on this page alone. */
const isOnlyHere = (mark: UnsentMark) => isRefused(mark) || isKeptOffDevices(mark.step_key)

function readList(userId: string): UnsentMark[] | undefined {
  const titles = readFromDevice(titlesKeyOf(userId), titlesSchema) ?? {}
  const list = readFromDevice(keyOf(userId), listSchema)
  return list?.map((mark) => ({ ...mark, title: mark.title ?? titles[mark.id] ?? null }))
}

function keepList(userId: string, list: readonly UnsentMark[]): void {
  const isOwnWords = ({ mark }: UnsentMark) => mark === 'added'
  const titles = list.flatMap((mark) =>
    isOwnWords(mark) || mark.title === null ? [] : [[mark.id, mark.title] as const],
  )
  const stored = list.map((mark) => (isOwnWords(mark) ? mark : { ...mark, title: null }))
  keepOnDevice(titlesKeyOf(userId), titles.length > 0 ? Object.fromEntries(titles) : null)
  keepOnDevice(keyOf(userId), stored.length > 0 ? stored : null)
}

const listeners = new Set<() => void>()

/** The marks of this person that are not sent yet, oldest first. */
export function unsentMarks(userId: string): readonly UnsentMark[] {
  const known = lists.get(userId)
  if (known) return known
  const list = [...(readList(userId) ?? []), ...(refusedLists.get(userId) ?? [])]
  lists.set(userId, list)
  return list
}

/**
 * Changes the list of a person. What another window of this browser added or sent meanwhile is kept.
 * @param change gets the list as it is on this device now
 */
export function changeUnsentMarks(
  userId: string,
  change: (list: readonly UnsentMark[]) => readonly UnsentMark[],
): void {
  const known = unsentMarks(userId)
  const stored = readList(userId)
  const list = change(stored ? [...stored, ...known.filter(isOnlyHere)] : known)
  lists.set(userId, list)
  refusedLists.set(userId, list.filter(isRefused))
  // Where the storage is blocked, the page itself holds the list for as long as it is open.
  // A mark of what is kept off devices is lost with the page.
  keepList(
    userId,
    list.filter((mark) => !isRefused(mark) && !isKeptOffDevices(mark.step_key)),
  )
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
