// What housekeeping does by the clock, as its edge function asks for it.
import { service, succeed } from '../support/people.ts'

/** The names of the changes, in their order. */
export function dueChanges(): Promise<string[]> {
  return succeed(service.rpc('due_changes'))
}

/**
 * Makes the changes that are due, each in a call of its own.
 * @param only these, or all
 * @returns those that failed, as "name: SQLSTATE"
 */
export async function applyDueChanges(only?: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const p_name of only ?? (await dueChanges())) {
    const { error } = await service.rpc('apply_due_change', { p_name })
    if (error) failed.push(`${p_name}: ${error.code}`)
  }
  return failed
}
