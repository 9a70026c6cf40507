import { keepOnDevice, readFromDevice } from '@/browser/device-storage'

const keyOf = (userId: string) => `heartwood.notices-put-away.${userId}`
// Not a schema, because every page reads this, and not every page needs the code of schemas.
const eventIds = {
  parse: (stored: unknown) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []),
}
/** Only this many are kept, because older notices are no longer shown. */
const KEPT = 100

/** The notices that a person has dismissed in this browser, by the numbers of their events. */
export function readDismissed(userId: string): number[] {
  return readFromDevice(keyOf(userId), eventIds) ?? []
}

/**
 * Remembers that a person has dismissed a notice; where the browser's storage is blocked, only the page does.
 * @param dismissed those dismissed before @returns all notices dismissed so far
 */
export function dismissNotice(userId: string, eventId: number, dismissed: readonly number[]): number[] {
  const all = [...new Set([...readDismissed(userId), ...dismissed, eventId])].slice(-KEPT)
  keepOnDevice(keyOf(userId), all)
  return all
}
