import type * as z from 'zod/mini'

/** Reads what was stored until this tab is closed; null when there is nothing, or nothing that the schema accepts. */
export function readFromTab<Value>(key: string, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** Stores a value until this tab is closed; null deletes it. A failure is ignored, so that it interrupts nobody. */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The browser's storage is full or blocked; what was to be stored is still on the screen.
  }
}
