import type { ReactNode } from 'react'
import type { Memorial } from '@/data/memorial/memorials'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/base/button'
import { type Loadable, Loaded } from '@/ui/base/loaded'
import { Page, type PageProps } from '@/ui/base/page'
import { ErrorPanel } from '@/ui/base/states'

interface Props extends Pick<PageProps, 'title' | 'back'> {
  query: Loadable<Memorial | null>
  /** "Loading the memorial" */
  loading: string
}

/** Replaces a memorial page until the memorial was read: while it loads, after a failure, and when access is denied. */
export function MemorialUnread({ query, title, back, loading }: Props) {
  if (query.data === null) return <MemorialDenied title={title} />
  return (
    <Page title={title} back={back}>
      <Loaded query={query} loading={loading} errorTitle="Unable to load memorial" cards={2}>
        {() => null}
      </Loaded>
    </Page>
  )
}

interface DeniedProps {
  title: string
  /** What cannot be viewed. */
  what?: 'memorial' | 'practice'
  /** Said after that it cannot be viewed. */
  children?: ReactNode
}

/** Replaces a memorial page that this person may not see or that does not exist, without revealing which. */
export function MemorialDenied({ title, what = 'memorial', children }: DeniedProps) {
  return (
    <Page title={title} back={{ to: paths.invites(), label: 'Invitations' }}>
      <ErrorPanel
        title="You can’t open this"
        action={<ButtonLink to={paths.invites()}>See your invitations</ButtonLink>}
      >
        Access Denied: You don’t have permission to view this {what}. {children}
      </ErrorPanel>
    </Page>
  )
}
