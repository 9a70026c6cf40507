import { z } from 'zod'

const keyOf = (userId: string) => `heartwood.notices-put-away.${userId}`
const eventIds = z.array(z.number())
/** Older ones are no longer told. */
const KEPT = 100

/** The notices that a person has put away in this browser, by the numbers of their events. */
export function readDismissed(userId: string): number[] {
  try {
    return eventIds.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Remembers that a person has put a notice away. @returns all that are put away now */
export function dismissNotice(userId: string, eventId: number): number[] {
  const all = [...readDismissed(userId), eventId].slice(-KEPT)
  localStorage.setItem(keyOf(userId), JSON.stringify(all))
  return all
}
