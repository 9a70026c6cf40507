import type { Membership } from '@/data/membership/membership'
import { designationState } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import type { PlanOverview } from '@/data/plan-overview'

/** What is deleted with an account, a line each. Only what there is. */
export function whatGoes(plan: PlanOverview, invitations: Designation[], membership: Membership): string[] {
  const accepted = invitations.filter((invitation) => designationState(invitation) === 'accepted').length
  const { subscription } = membership
  const lines = [
    plan.funeral_plan_saved && 'your funeral plan',
    plan.music_chosen && 'your music',
    counted(plan.contacts, 'contact', 'contacts'),
    counted(plan.videos, 'video message', 'video messages'),
    counted(plan.insurance, 'life insurance policy', 'life insurance policies'),
    counted(plan.accounts, 'financial account', 'financial accounts'),
    counted(plan.documents, 'document', 'documents'),
    plan.people > 0 &&
      `the place of ${counted(plan.people, 'person', 'people')} in your plan; those who accepted are told by e-mail`,
    accepted > 0 &&
      `your role in the ${accepted === 1 ? 'plan' : 'plans'} of ${counted(accepted, 'person', 'people')}, who can then no longer reach you through us`,
    membership.billingEnabled &&
      (subscription?.plan || subscription?.lifetime) &&
      'your membership, at once and without money back',
  ]
  return lines.filter((line) => typeof line === 'string')
}

function counted(count: number, one: string, many: string): string | false {
  return count > 0 && `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
