import { useQuery } from '@tanstack/react-query'
import { type Profile, profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Loaded } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'
import { CertificateCard } from './certificate-card'
import { EmailCard } from './email-card'
import { VisibilityCard } from './visibility-card'
import { WaitingPeriodCard } from './waiting-period-card'

/** /profile: who may see the plan, and when. */
export function Component() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  return (
    <Page
      title="Profile"
      intro="Your account, and when the people you named can see your plan."
      actions={<ButtonLink to={paths.history}>Access history</ButtonLink>}
    >
      <Loaded
        query={profile}
        loading="Loading your profile"
        errorTitle="Unable to load profile"
        skeleton={<SkeletonCards label="Loading your profile" count={3} />}
      >
        {(loaded) => loaded && <Cards profile={loaded} />}
      </Loaded>
    </Page>
  )
}

function Cards({ profile }: { profile: Profile }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <EmailCard />
      <VisibilityCard profile={profile} />
      <WaitingPeriodCard profile={profile} />
      <CertificateCard profile={profile} />
    </div>
  )
}
