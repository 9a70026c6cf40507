import * as z from 'zod/mini'

const keyOf = (userId: string) => `heartwood.notices-put-away.${userId}`
const eventIds = z.array(z.number())
/** Only this many are kept, because older notices are no longer shown. */
const KEPT = 100

/** The notices that a person has dismissed in this browser, by the numbers of their events. */
export function readDismissed(userId: string): number[] {
  try {
    return eventIds.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Remembers that a person has dismissed a notice. @returns all notices dismissed so far */
export function dismissNotice(userId: string, eventId: number): number[] {
  const all = [...readDismissed(userId), eventId].slice(-KEPT)
  localStorage.setItem(keyOf(userId), JSON.stringify(all))
  return all
}
