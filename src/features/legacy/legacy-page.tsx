import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { Profile } from '@/data/account/profiles'
import { fileLink } from '@/data/files/signed-link'
import { funeralPlanQuery } from '@/data/funeral-plan'
import { memorialQuery, recordView } from '@/data/memorial/memorials'
import { useReadWhenOpened } from '@/data/memorial/reset-when-opened'
import { designationState } from '@/data/people/designation-state'
import { standingQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { Facts, Shown } from '@/plan/facts/facts'
import { MemorialAlerts } from '@/plan/memorial/memorial-alerts'
import { MemorialBadge } from '@/plan/memorial/memorial-badge'
import { facts as funeral } from '@/sections/funeral-plan/facts'
import { facts as music } from '@/sections/music/facts'
import { videoMessages } from '@/sections/videos/data'
import { facts as videos } from '@/sections/videos/facts'
import { ButtonLink } from '@/ui/button'
import { DescriptionList } from '@/ui/lists/description-list'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { joined } from '@/ui/page/joined'
import { type Loadable, Loaded, LoadFailed } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'

/**
 * /legacy/{ownerId}: the older view of a memorial, on one page. The database decides what it shows, as on /memorial.
 */
export function Component() {
  const { ownerId = '' } = useParams()
  const user = useUser()
  const standing = useQuery(standingQuery(ownerId, user.id))
  const memorial = useQuery(memorialQuery(ownerId))
  const queries = [funeralPlanQuery(ownerId), videoMessages.query(ownerId)] as const
  const plan = useQuery(queries[0])
  const messages = useQuery(queries[1])
  const canView = memorial.data?.canView
  useReadWhenOpened(canView, queries)
  useEffect(() => {
    if (canView) for (const { key } of [funeral, music, videos]) recordView(ownerId, key)
  }, [canView, ownerId])

  const name = memorial.data?.owner.full_name ?? standing.data?.owner_name
  const frame = (children: ReactNode) => (
    <Page
      title={name ? `Memorial for ${name}` : 'Memorial'}
      back={{ to: paths.invites(), label: 'Invitations' }}
    >
      {children}
    </Page>
  )

  const both = joined(standing, memorial)
  if (both.data === undefined) {
    if (both.error === null) return frame(<SkeletonCards label="Loading the memorial" />)
    return frame(<LoadFailed title="Unable to load memorial" query={both} />)
  }
  const [named, opened] = both.data
  const state = named && designationState(named)
  if (state !== 'accepted') {
    return frame(
      <Closed>
        {state === 'revoked'
          ? 'This memorial was revoked and is no longer accessible.'
          : 'You need to accept the invitation before viewing this memorial.'}
      </Closed>,
    )
  }
  if (opened === null) {
    return frame(
      <Closed>
        This memorial is not visible yet. The owner must release it or it must be approved after their
        passing.
      </Closed>,
    )
  }
  const { owner } = opened
  const shown: Shown = {
    ownerName: owner.full_name ?? 'A loved one',
    headingLevel: 3,
    noLinkTitle: "This video is preparing. Try refreshing if it doesn't load shortly.",
    open: async (itemId, file) => {
      const link = await fileLink(file)
      recordView(ownerId, videos.key, itemId)
      return link
    },
  }
  return frame(
    <>
      <MemorialAlerts owner={owner} canView={opened.canView} />
      <ProfileCard owner={owner} canView={opened.canView} />
      {opened.canView ? (
        <>
          <Part
            facts={funeral}
            query={plan}
            title="Funeral wishes"
            empty="No funeral preferences saved yet"
            shown={shown}
          />
          <Part
            facts={music}
            query={plan}
            title="Music selections"
            empty="No music has been chosen."
            shown={shown}
          />
          <Part
            facts={videos}
            query={messages}
            title="Video messages"
            empty="There is no message for you at this time."
            shown={shown}
          />
        </>
      ) : null}
    </>,
  )
}

function Closed({ children }: { children: string }) {
  return (
    <Notice
      tone="warning"
      role="alert"
      action={<ButtonLink to={paths.invites()}>See your invitations</ButtonLink>}
    >
      <p>{children}</p>
    </Notice>
  )
}

function ProfileCard({ owner, canView }: { owner: Profile; canView: boolean }) {
  // A hold that was lifted for some days applies again when they are over.
  const held = owner.visibility_hold || !(canView || owner.is_deceased)
  return (
    <Card
      title={owner.full_name ?? 'A loved one'}
      aside={<MemorialBadge review={owner.death_review} canView={canView} />}
    >
      <DescriptionList
        items={[
          { term: 'Updated', value: formatDate(owner.updated_at) },
          { term: 'Visibility hold', value: held ? 'On' : 'Off' },
          { term: 'Created', value: formatDate(owner.created_at) },
        ]}
      />
    </Card>
  )
}

interface PartProps<Data> {
  facts: Pick<Facts<Data>, 'loading' | 'errorTitle' | 'show'>
  query: Loadable<Data>
  title: string
  /** Shown when there is nothing in this part. */
  empty: string
  shown: Shown
}

function Part<Data>({ facts, query, title, empty, shown }: PartProps<Data>) {
  return (
    <Section title={title}>
      <Loaded query={query} loading={facts.loading} errorTitle={facts.errorTitle}>
        {(data) => facts.show(data, { ...shown, label: title }) ?? <p>{empty}</p>}
      </Loaded>
    </Section>
  )
}
