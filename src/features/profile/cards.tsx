import type { Profile } from '@/data/account/profiles'
import { CertificateCard } from './certificate-card'
import { EmailCard } from './email-card'
import { SessionsCard } from './sessions-card'
import { VisibilityCard } from './visibility-card'

/** The cards of the profile page, once the profile has loaded. */
export function ProfileCards({ profile }: { profile: Profile }) {
  return (
    <>
      <EmailCard profile={profile} />
      <SessionsCard />
      <VisibilityCard profile={profile} />
      <CertificateCard profile={profile} />
    </>
  )
}
