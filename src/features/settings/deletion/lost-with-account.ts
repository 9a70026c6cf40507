import type { Membership } from '@/data/membership/membership'
import { designationState } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import type { PlanOverview } from '@/data/plan-overview'
import { count } from '@/lib/count'
import { inOrder } from '@/plan/section'
import { familyFirst } from '@/sections'
import { sections } from '@/sections/sections'

/** What is deleted with an account, one line for each kind that exists. */
export function whatGoes(
  { counts }: PlanOverview,
  invitations: Designation[],
  membership: Membership,
): string[] {
  const accepted = invitations.filter((invitation) => designationState(invitation) === 'accepted').length
  const { subscription } = membership
  const lines = [
    ...inOrder(sections, ...familyFirst).map(({ lost }) => lost(counts)),
    counts.people
      ? `the place of ${count(counts.people, 'person', 'people')} in your plan; those who accepted are told by e-mail`
      : null,
    accepted > 0
      ? `your role in the ${accepted === 1 ? 'plan' : 'plans'} of ${count(accepted, 'person', 'people')}, who can then no longer reach you through us`
      : null,
    membership.billingEnabled && (subscription?.plan || subscription?.lifetime)
      ? 'your membership, at once and without money back'
      : null,
  ]
  return lines.filter((line) => line !== null)
}
