import { useQuery } from '@tanstack/react-query'
import { OwnProfile } from '@/account/own-profile'
import { profileQuery } from '@/data/account/profiles'
import { designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { lazyAtOnce } from '@/ui/base/lazy-at-once'
import { Page } from '@/ui/base/page'
import { useHasCome } from '@/ui/hooks/use-has-come'
import { whoSeesNow } from './who-sees-now'

const Cards = lazyAtOnce(async () => (await import('./who-can-see-cards')).WhoCanSeeCards)

/** /who-can-see-my-plan: who can see the plan now, and all that decides it. */
export function Component() {
  const user = useUser()
  const { data: profile } = useQuery(profileQuery(user.id))
  const { data: people } = useQuery(designationsQuery(user.id))
  // The sentence changes with the clock, too.
  useHasCome(profile?.hold_lifted_until)
  useHasCome(profile?.release_at)
  return (
    <Page title="Who Can See My Plan" intro={profile && people ? whoSeesNow(profile, people) : undefined}>
      <OwnProfile what="profile" cards={Cards} />
    </Page>
  )
}
