import { keepOnDevice } from './device-storage'

/**
 * The beginning of the names of what a person wrote here and has not saved yet. It outlives the session, and leaves the
 * device when the person chooses to sign out.
 */
export const draftsOf = (userId: string) => `heartwood.unsaved.${userId}.`

/** The names of what was written on this device and is not saved. @param place their beginning: see draftsOf */
export function draftsOnDevice(place: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(place))
  } catch {
    return []
  }
}

/** Removes what this person wrote on this device and has not saved. */
export function forgetDrafts(userId: string): void {
  for (const key of draftsOnDevice(draftsOf(userId))) keepOnDevice(key, null)
}
