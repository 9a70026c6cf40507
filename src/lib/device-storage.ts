import type * as z from 'zod/mini'

/** Reads what was stored on this device; null when there is nothing, or nothing that the schema accepts. */
export function readFromDevice<Value>(key: string, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/**
 * Stores a value on this device; null deletes it.
 * @returns whether it is stored: the browser's storage may be full or blocked
 */
export function keepOnDevice(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
