import { NewBrowserNotice } from '@/account/new-browser-notice'
import { OwnProfile } from '@/account/own-profile'
import type { Profile } from '@/data/account/profiles'
import { Notice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { DangerCard } from './deletion/danger-card'
import { useDeletionRefusal } from './deletion/deletion-refusal'
import { ExportCard } from './export/export-card'
import { FileRoomCard } from './file-room-card'
import { NameCard } from './name-card'
import { ReminderCard } from './reminder-card'
import { RemovedSinceStop } from './removed-since-stop'

/** /settings: the name, reminder mails, the export, and deleting the account. */
export function Component() {
  return (
    <Page title="Settings" intro="Your name, your data and your account.">
      <OwnProfile what="settings">
        {(profile) => (
          <>
            <Waits profile={profile} />
            <RemovedSinceStop profile={profile} />
            {profile.death_review === 'approved' ? (
              <Notice title="You can’t change your name or reminders now">
                A death certificate for you was approved. If you’re alive, choose “I’m alive: stop this” at
                the top of the page first.
              </Notice>
            ) : (
              <>
                <NameCard profile={profile} />
                <ReminderCard profile={profile} />
              </>
            )}
            <ExportCard />
            <FileRoomCard />
            <DangerCard profile={profile} />
          </>
        )}
      </OwnProfile>
    </Page>
  )
}

/** What waits in a new browser. An account that can't be deleted anyway is not promised for tomorrow. */
function Waits({ profile }: { profile: Profile }) {
  const canDelete = useDeletionRefusal(profile) === null
  return (
    <NewBrowserNotice what={canDelete ? 'export everything or delete your account' : 'export everything'} />
  )
}
