import type { ReactNode } from 'react'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/base/button'
import { Page } from '@/ui/base/page'
import { ErrorPanel } from '@/ui/base/states'

interface Props {
  title: string
  /** What cannot be viewed. */
  what?: 'memorial' | 'practice'
  /** Said after that it cannot be viewed. */
  children?: ReactNode
}

/** Replaces a memorial page that this person may not see or that does not exist, without revealing which. */
export function MemorialDenied({ title, what = 'memorial', children }: Props) {
  return (
    <Page title={title} back={{ to: paths.invites(), label: 'Invitations' }}>
      <ErrorPanel
        title="You can't open this"
        action={<ButtonLink to={paths.invites()}>See your invitations</ButtonLink>}
      >
        Access Denied: You don't have permission to view this {what}. {children}
      </ErrorPanel>
    </Page>
  )
}
