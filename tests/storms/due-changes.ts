// What housekeeping does by the clock, as its edge function asks for it.
import { service } from '../people.ts'
import { untyped } from '../policies/answers.ts'

const api = untyped(service)

/** The names of the changes, in their order. */
export async function dueChanges(): Promise<string[]> {
  const { data, error } = await api.rpc('due_changes')
  if (error) return []
  return data as string[]
}

/**
 * Makes the changes that are due, each in a call of its own.
 * @param only these, or all
 * @returns those that failed, as "name: SQLSTATE"
 */
export async function applyDueChanges(only?: readonly string[]): Promise<string[]> {
  const names = await dueChanges()
  if (names.length === 0) {
    const { data, error } = await api.rpc('apply_due_changes')
    return error ? [`due changes: ${error.code}`] : (data as string[])
  }
  const failed: string[] = []
  for (const p_name of only ?? names) {
    const { error } = await api.rpc('apply_due_change', { p_name })
    if (error) failed.push(`${p_name}: ${error.code}`)
  }
  return failed
}
