import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '@/data/account/profiles'
import { designationsQuery } from '@/data/people/designations'
import { useDiedOwners } from '@/data/people/died-designees'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { binderParts, usePlan } from '@/reading/use-plan'
import { allLoaded } from '@/ui/base/loaded'
import { usePartsToPrint, whoseOf } from './binder-sections'
import { PrintFrame } from './print-frame'
import { printedByOwner } from './printed-by-owner'

/** /print: the owner's whole plan as a binder, to read and to print. */
export function Component() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  const designations = useQuery(designationsQuery(user.id))
  const people = designations.data ?? []
  const diedOwners = useDiedOwners(user.id)
  const parts = usePartsToPrint(usePlan(binderParts, user.id, { isWhole: true }))
  const ownerName = profile.data?.full_name ?? null
  const query = allLoaded(profile, designations, parts)
  return (
    <PrintFrame
      title="Print my plan"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      hint="Keep it where your family will look first, and tell them where that is."
      query={{ ...query, data: query.data && parts.data }}
      ownerName={ownerName}
      diedOn={null}
      memories={[]}
      reader="owner"
      byOwner={printedByOwner({
        people,
        diedOwners,
        who: whoseOf({ ownerName, reader: 'owner' }),
        isVerified: profile.data?.death_review === 'approved',
      })}
    />
  )
}
