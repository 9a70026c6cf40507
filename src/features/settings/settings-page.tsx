import { OwnProfile } from '@/account/own-profile'
import { lazyAtOnce } from '@/ui/base/lazy-at-once'
import { Page } from '@/ui/base/page'

const Cards = lazyAtOnce(async () => (await import('./cards')).SettingsCards)

/** /settings: the name, reminder mails, the export, and deleting the account. */
export function Component() {
  return (
    <Page title="Settings" intro="Your name, your data and your account.">
      <OwnProfile what="settings" cards={Cards} />
    </Page>
  )
}
