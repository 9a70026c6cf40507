import type { Profile } from '@/data/account/profiles'
import { DangerCard } from './deletion/danger-card'
import { ExportCard } from './export/export-card'
import { NameCard } from './name-card'
import { ReminderCard } from './reminder-card'
import { SessionsCard } from './sessions-card'

/** What is on the settings page, once the profile is there. */
export function SettingsCards({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-6">
      <NameCard profile={profile} />
      <ReminderCard profile={profile} />
      <ExportCard />
      <SessionsCard />
      <DangerCard profile={profile} />
    </div>
  )
}
