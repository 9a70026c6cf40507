import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { hasNothingHappened, type Profile } from '@/data/account/profiles'
import { useMembership } from '@/data/membership/membership'
import { liveDesignations } from '@/data/people/designation-state'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { parseTimestamp } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { searchText } from '@/lib/search'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { trialName } from '@/words/offers'

const DAYS_SHOWN = 30

/**
 * Whether someone who accepted may be reminded to name the owner too: for some weeks after they accepted, and not while
 * anything says that the owner is ill or has died.
 * @param profile the owner's
 * @param isAnnounced whether the first hours of the owner's plan are open or announced
 */
export function mayNameBack(
  invitation: Pick<Designation, 'accepted_at' | 'owner_name'>,
  profile: Pick<Profile, 'death_review' | 'is_deceased'>,
  isAnnounced: boolean,
  now = new Date(),
): boolean {
  const accepted = parseTimestamp(invitation.accepted_at)
  if (accepted === null || invitation.owner_name === null) return false
  return (
    hasNothingHappened(profile, isAnnounced) && now.getTime() - accepted.getTime() < DAYS_SHOWN * 86_400_000
  )
}

/**
 * "Name {owner} in your own plan". The page sells nothing: whose membership has ended is not shown it, because they could name no
 * one. Only a suggestion, so it shows nothing when loading fails.
 */
export function NameBack({ invitation, owner }: { invitation: Designation; owner: string }) {
  const user = useUser()
  const named = useQuery(designationsQuery(user.id))
  const membership = useMembership()
  // Their address is not known here, and need not be the one in the list.
  const isNamed = named.data?.some(
    (person) =>
      searchText([person.person_name]) === searchText([owner]) && liveDesignations([person]).length > 0,
  )
  if (isNamed !== false || !membership.data?.premium) return null
  return (
    <UnlessFrozen>
      <p className="mt-5 text-ink-soft">
        {membership.data.subscription === null && membership.data.billingEnabled
          ? `Would you like ${owner} to be there for you as well? That begins a plan of your own, and its ${trialName}. No credit card needed. `
          : `Would you like ${owner} to be there for you as well? `}
        <Link to={paths.naming(invitation.id)} className="tall-link">
          Name {owner} in your own plan
        </Link>
      </p>
    </UnlessFrozen>
  )
}
