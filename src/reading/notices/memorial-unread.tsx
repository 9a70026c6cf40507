import type { Memorial } from '@/data/memorial/memorials'
import { type Loadable, Loaded } from '@/ui/base/loaded'
import { Page, type PageProps } from '@/ui/base/page'
import { MemorialDenied } from './memorial-denied'

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
