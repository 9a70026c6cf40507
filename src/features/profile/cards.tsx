import type { Profile } from '@/data/account/profiles'
import { CertificateCard } from './certificate-card'
import { EmailCard } from './email-card'
import { VisibilityCard } from './visibility-card'
import { WaitingPeriodCard } from './waiting-period-card'

/** The cards of the profile page, once the profile has loaded. */
export function ProfileCards({ profile }: { profile: Profile }) {
  return (
    <>
      <EmailCard profile={profile} />
      <VisibilityCard profile={profile} />
      <WaitingPeriodCard profile={profile} />
      <CertificateCard profile={profile} />
    </>
  )
}
