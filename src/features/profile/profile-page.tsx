import { paths } from '@/lib/paths'
import { OwnProfile } from '@/plan/own-profile'
import { ButtonLink } from '@/ui/button'
import { lazyAtOnce } from '@/ui/page/lazy-at-once'
import { Page } from '@/ui/page/page'

const Cards = lazyAtOnce(async () => (await import('./cards')).ProfileCards)

/** /profile: who may see the plan, and when. */
export function Component() {
  return (
    <Page
      title="Profile"
      intro="Your account, and when the people you've named can see your plan."
      actions={<ButtonLink to={paths.history}>Access history</ButtonLink>}
    >
      <OwnProfile what="profile" cards={Cards} />
    </Page>
  )
}
