import { useQuery } from '@tanstack/react-query'
import { NewBrowserNotice } from '@/account/new-browser-notice'
import { OwnProfile } from '@/account/own-profile'
import { profileQuery } from '@/data/account/profiles'
import { designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Page } from '@/ui/base/page'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { FirstHoursCard } from './first-hours-card'
import { PartReadersCard } from './part-readers-card'
import { PeopleCard } from './people-card'
import { useCircle } from './use-circle'
import { VisibilityCard } from './visibility-card'
import { WaitingPeriodCard } from './waiting-period-card'
import { whoSeesNow } from './who-sees-now'

/** /who-can-see-my-plan: who can see the plan now, and all that decides it. */
export function Component() {
  const user = useUser()
  const { data: profile } = useQuery(profileQuery(user.id))
  const { data: people } = useQuery(designationsQuery(user.id))
  // The sentence changes with the clock, too.
  useHasCome(profile?.hold_lifted_until)
  useHasCome(profile?.release_at)
  const circle = useCircle(user.id).readsNow.map(({ name }) => name)
  return (
    <Page
      title="Who Can See My Plan"
      intro={profile && people ? whoSeesNow(profile, people, { circle }) : undefined}
    >
      <OwnProfile what="profile">
        {(own) => (
          <>
            <UnlessFrozen>
              <NewBrowserNotice what="change who can see your plan" />
            </UnlessFrozen>
            <VisibilityCard profile={own} />
            <PeopleCard profile={own} />
            <PartReadersCard ownerId={own.user_id} />
            <FirstHoursCard />
            <WaitingPeriodCard profile={own} />
            <Card title="Who has looked" actions={<ButtonLink to={paths.history}>Access history</ButtonLink>}>
              <p className="max-w-prose">
                Whenever someone looks at your plan, we note who it was and what they looked at. No one can
                change or delete that.
              </p>
            </Card>
          </>
        )}
      </OwnProfile>
    </Page>
  )
}
