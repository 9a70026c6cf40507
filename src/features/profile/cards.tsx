import type { Profile } from '@/data/account/profiles'
import { CertificateCard } from './certificate-card'
import { EmailCard } from './email-card'
import { VisibilityCard } from './visibility-card'
import { WaitingPeriodCard } from './waiting-period-card'

/** What is on the profile page, once the profile is there. */
export function ProfileCards({ profile }: { profile: Profile }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <EmailCard />
      <VisibilityCard profile={profile} />
      <WaitingPeriodCard profile={profile} />
      <CertificateCard profile={profile} />
    </div>
  )
}
