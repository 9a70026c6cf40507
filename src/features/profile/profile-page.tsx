import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { lazyAtOnce } from '@/ui/page/lazy-at-once'
import { Loaded } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'

const ProfileCards = lazyAtOnce(async () => (await import('./cards')).ProfileCards)

/** /profile: who may see the plan, and when. */
export function Component() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  const skeleton = <SkeletonCards label="Loading your profile" count={3} />
  return (
    <Page
      title="Profile"
      intro="Your account, and when the people you named can see your plan."
      actions={<ButtonLink to={paths.history}>Access history</ButtonLink>}
    >
      <Loaded
        query={profile}
        loading="Loading your profile"
        errorTitle="Unable to load profile"
        skeleton={skeleton}
      >
        {(loaded) =>
          loaded && (
            <Suspense fallback={skeleton}>
              <ProfileCards profile={loaded} />
            </Suspense>
          )
        }
      </Loaded>
    </Page>
  )
}
