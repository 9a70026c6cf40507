import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '@/data/account/profiles'
import { designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { usePlanLists } from '@/sections/plan-lists'
import { PrintFrame } from './print-frame'
import { both, wholePlan } from './whole-plan'

/** /print: the owner's whole plan as a binder, to look at and to print. */
export function Component() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  const designations = useQuery(designationsQuery(user.id))
  const query = both(both(profile, designations), wholePlan(usePlanLists(user.id, true)))
  const [[owner, people], plan] = query.data ?? [[null, []], null]
  return (
    <PrintFrame
      title="Print my plan"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      hint="Keep it where your family will look first, and tell them where that is."
      query={{
        ...query,
        data: plan
          ? { ownerName: owner?.full_name ?? null, reader: 'owner', plan, people, withFinances: true }
          : undefined,
      }}
    />
  )
}
