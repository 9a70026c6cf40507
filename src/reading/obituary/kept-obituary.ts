import * as z from 'zod/mini'
import { COPIES, keepOnDevice, readFromDevice } from '@/browser/device-storage'

/** More than any newspaper takes. */
export const OBITUARY_LIMIT = 20_000

const keyOf = (userId: string, ownerId: string) => `${COPIES}obituary.${userId}.${ownerId}`

/** The obituary as this executor changed it on this device; null when it was not changed. */
export function readObituary(userId: string, ownerId: string): string | null {
  return readFromDevice(keyOf(userId, ownerId), z.string().check(z.maxLength(OBITUARY_LIMIT)))
}

/**
 * Keeps the changed obituary on this device, until the person signs out; null removes it.
 * @returns whether it is kept: the browser's storage may be full or blocked
 */
export function keepObituary(userId: string, ownerId: string, text: string | null): boolean {
  return keepOnDevice(keyOf(userId, ownerId), text)
}
