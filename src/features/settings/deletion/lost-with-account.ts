import type { Membership } from '@/data/membership/membership'
import { designationState } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import type { PlanOverview } from '@/data/plan-overview'
import { count } from '@/lib/text'
import { familyFirst, planParts } from '@/parts'
import { inOrder } from '@/parts/kit/part'

/** What is deleted with an account, one line for each kind that exists. */
export function whatGoes(
  { counts }: PlanOverview,
  invitations: Designation[],
  membership: Membership,
): string[] {
  const accepted = invitations.filter((invitation) => designationState(invitation) === 'accepted').length
  const { subscription } = membership
  const lines = [
    ...inOrder(planParts, ...familyFirst).map(({ lost }) => lost(counts)),
    counts.people
      ? `your list of ${count(counts.people, 'person', 'people')} you’ve named; we’ll email the ones who have accepted`
      : null,
    accepted > 0
      ? `your role in ${accepted === 1 ? 'another person’s plan' : `${accepted} other people’s plans`}; they won’t be able to reach you through us anymore`
      : null,
    membership.billingEnabled && (subscription?.plan || subscription?.lifetime)
      ? 'your membership, right away and without a refund'
      : null,
  ]
  return lines.filter((line) => line !== null)
}
