import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { type Profile, profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { Loaded } from '@/ui/base/loaded'
import { SkeletonCards } from '@/ui/base/states'

interface Props {
  /** "settings", for "Loading your settings" */
  what: string
  /** The cards; their code may be loaded lazily. */
  cards: ComponentType<{ profile: Profile }>
}

/** Cards about the signed-in person's profile, or placeholders until both the profile and their code have loaded. */
export function OwnProfile({ what, cards: Cards }: Props) {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  const loading = `Loading your ${what}`
  return (
    <Loaded query={profile} loading={loading} errorTitle={`Unable to load ${what}`} cards={3}>
      {(loaded) =>
        loaded && (
          <Suspense fallback={<SkeletonCards label={loading} count={3} />}>
            <div className="grid grid-cols-1 gap-6">
              <Cards profile={loaded} />
            </div>
          </Suspense>
        )
      }
    </Loaded>
  )
}
