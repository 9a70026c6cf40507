import type { Profile } from '@/data/account/profiles'
import { CertificateCard } from './certificate-card'
import { EmailCard } from './email-card'
import { VisibilityCard } from './visibility-card'
import { WaitingPeriodCard } from './waiting-period-card'

/** The cards of the profile page, once the profile has loaded. */
export function ProfileCards({ profile }: { profile: Profile }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <EmailCard profile={profile} />
      <VisibilityCard profile={profile} />
      <WaitingPeriodCard profile={profile} />
      <CertificateCard profile={profile} />
    </div>
  )
}
