import { formatDateTime } from '@/lib/dates'

/**
 * Names the way to the first hours of a plan. Once the death is verified, no one has to ask any more what has happened: it is
 * only about what can't wait until the plan opens.
 */
export function firstHoursTitle(owner: string, isDeceased: boolean): string {
  return isDeceased ? 'What can’t wait until the plan opens' : `If something has happened to ${owner}`
}

/** What a person of the circle reads of a death that was announced while something else is open or announced. */
export function deathAnnounced(name: string, diedOpensAt: string): string {
  return `Someone has said that ${name} has died. What was chosen for that opens on ${formatDateTime(diedOpensAt)}, unless ${name} says no.`
}
