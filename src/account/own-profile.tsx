import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Profile, profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { Loaded } from '@/ui/base/loaded'

interface Props {
  /** "settings", for "Loading your settings" */
  what: string
  children: (profile: Profile) => ReactNode
}

/** Cards about the signed-in person's profile, or placeholders until it has loaded. */
export function OwnProfile({ what, children }: Props) {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  return (
    <Loaded query={profile} loading={`Loading your ${what}`} errorTitle={`Unable to load ${what}`} cards={3}>
      {(loaded) => loaded && <div className="grid grid-cols-1 gap-6">{children(loaded)}</div>}
    </Loaded>
  )
}
