import type { Tables } from '@/lib/database.types'
import { parseTimestamp } from '@/lib/dates'

/**
 * The state of an invitation, in the order of precedence of spec §4, with "declined" next to "accepted". One from which the
 * designee stepped down is revoked as well.
 */
export type DesignationState = 'stepped_down' | 'revoked' | 'accepted' | 'declined' | 'invited' | 'pending'

/** The columns of a designation that determine its state. */
export type DesignationStanding = Pick<
  Tables<'designations'>,
  'status' | 'accepted_at' | 'declined_at' | 'revoked_at' | 'stepped_down_at'
>

/** Determines the state of an invitation from its row. */
export function designationState(designation: DesignationStanding): DesignationState {
  if (designation.stepped_down_at) return 'stepped_down'
  if (designation.revoked_at) return 'revoked'
  if (designation.accepted_at) return 'accepted'
  if (designation.declined_at) return 'declined'
  return designation.status === 'invited' ? 'invited' : 'pending'
}

/** Whether the invited person can still answer. */
export function isOpen(state: DesignationState): boolean {
  return state === 'pending' || state === 'invited'
}

/** The designations that have not ended, by the owner or by the person named. */
export function liveDesignations<Person extends DesignationStanding>(people: readonly Person[]): Person[] {
  return people.filter(
    (person) => !['stepped_down', 'revoked', 'declined'].includes(designationState(person)),
  )
}

/** Whether the designee was asked to confirm that their address still works, and has not answered yet. */
export function isAddressAsked(
  designation: Pick<Tables<'designations'>, 'address_asked_at' | 'address_confirmed_at'>,
): boolean {
  const asked = parseTimestamp(designation.address_asked_at)
  const confirmed = parseTimestamp(designation.address_confirmed_at)
  return asked !== null && (confirmed === null || confirmed < asked)
}
