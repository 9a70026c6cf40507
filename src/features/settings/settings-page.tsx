import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { lazyAtOnce } from '@/ui/page/lazy-at-once'
import { Loaded } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'

const SettingsCards = lazyAtOnce(async () => (await import('./cards')).SettingsCards)

/** /settings: the name, reminder mails, the export, and deleting the account. */
export function Component() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  const skeleton = <SkeletonCards label="Loading your settings" count={3} />
  return (
    <Page title="Settings" intro="Your name, your data, and your account as a whole.">
      <Loaded
        query={profile}
        loading="Loading your settings"
        errorTitle="Unable to load settings"
        skeleton={skeleton}
      >
        {(loaded) =>
          loaded && (
            <Suspense fallback={skeleton}>
              <SettingsCards profile={loaded} />
            </Suspense>
          )
        }
      </Loaded>
    </Page>
  )
}
