import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { Loaded } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'
import { DangerCard } from './deletion/danger-card'
import { ExportCard } from './export/export-card'
import { NameCard } from './name-card'
import { ReminderCard } from './reminder-card'
import { SessionsCard } from './sessions-card'

/** /settings: the name, what is mailed when, taking the data along, and leaving. */
export function Component() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  return (
    <Page title="Settings" intro="Your name, your data, and your account as a whole.">
      <Loaded
        query={profile}
        loading="Loading your settings"
        errorTitle="Unable to load settings"
        skeleton={<SkeletonCards label="Loading your settings" count={3} />}
      >
        {(loaded) =>
          loaded && (
            <div className="grid gap-6">
              <NameCard profile={loaded} />
              <ReminderCard profile={loaded} />
              <ExportCard />
              <SessionsCard />
              <DangerCard profile={loaded} />
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
