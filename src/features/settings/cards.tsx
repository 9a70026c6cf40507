import type { Profile } from '@/data/account/profiles'
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
      <NameCard profile={profile} />
      <ReminderCard profile={profile} />
      <ExportCard />
      <FileRoomCard />
      <DangerCard profile={profile} />
    </>
  )
}
