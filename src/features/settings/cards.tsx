import type { Profile } from '@/data/account/profiles'
import { Notice } from '@/ui/base/notice'
import { DangerCard } from './deletion/danger-card'
import { ExportCard } from './export/export-card'
import { FileRoomCard } from './file-room-card'
import { NameCard } from './name-card'
import { ReminderCard } from './reminder-card'
import { RemovedSinceStop } from './removed/removed-since-stop'

/** The cards of the settings page, once the profile has loaded. */
export function SettingsCards({ profile }: { profile: Profile }) {
  return (
    <>
      <RemovedSinceStop profile={profile} />
      {profile.death_review === 'approved' ? (
        <Notice title="You can't change your name or reminders now">
          A death certificate for you was approved. If you're alive, choose “I'm alive: stop this” at the top
          of the page first.
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
  )
}
