import type { Profile } from '@/data/account/profiles'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { PeopleCard } from './people-card'
import { VisibilityCard } from './visibility-card'
import { WaitingPeriodCard } from './waiting-period-card'

/** The cards of the page "Who Can See My Plan", once the profile has loaded. */
export function WhoCanSeeCards({ profile }: { profile: Profile }) {
  return (
    <>
      <VisibilityCard profile={profile} />
      <PeopleCard profile={profile} />
      <WaitingPeriodCard profile={profile} />
      <Card title="Who has looked" actions={<ButtonLink to={paths.history}>Access history</ButtonLink>}>
        <p className="max-w-prose">
          Whenever someone looks at your plan, we note who it was and what they looked at. No one can change
          or delete that.
        </p>
      </Card>
    </>
  )
}
