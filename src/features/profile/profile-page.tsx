import { NewBrowserNotice } from '@/account/new-browser-notice'
import { OwnProfile } from '@/account/own-profile'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { Page } from '@/ui/base/page'
import { CertificateCard } from './certificate-card'
import { EmailCard } from './email-card'
import { SessionsCard } from './sessions-card'
import { VisibilityCard } from './visibility-card'

/** /profile: the person's address and devices, whether the plan is private, and their own death certificate. */
export function Component() {
  return (
    <Page title="Profile" intro="Your email address, your devices, and whether your plan is private.">
      <OwnProfile what="profile">
        {(profile) => (
          <>
            <UnlessFrozen>
              <NewBrowserNotice what="change your email address or who can see your plan" />
            </UnlessFrozen>
            <EmailCard profile={profile} />
            <SessionsCard />
            <VisibilityCard profile={profile} />
            <CertificateCard profile={profile} />
          </>
        )}
      </OwnProfile>
    </Page>
  )
}
