import { OwnProfile } from '@/account/own-profile'
import { lazyAtOnce } from '@/ui/base/lazy-at-once'
import { Page } from '@/ui/base/page'

const Cards = lazyAtOnce(async () => (await import('./cards')).ProfileCards)

/** /profile: the person's address and devices, whether the plan is private, and their own death certificate. */
export function Component() {
  return (
    <Page title="Profile" intro="Your email address, your devices, and whether your plan is private.">
      <OwnProfile what="profile" cards={Cards} />
    </Page>
  )
}
