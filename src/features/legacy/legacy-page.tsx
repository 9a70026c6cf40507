import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useParams } from 'react-router-dom'
import type { Profile } from '@/data/account/profiles'
import { fileLink } from '@/data/files/storage'
import { type Memorial, rechecked } from '@/data/memorial/memorials'
import { designationState } from '@/data/people/designation-state'
import { type Designation, designationBy, invitationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { Shown } from '@/parts/kit/facts'
import { MemorialHead } from '@/reading/memorial-head'
import { MemorialAlerts } from '@/reading/notices/memorial-alerts'
import { MemorialBadge } from '@/reading/notices/memorial-badge'
import { PartShown } from '@/reading/part-tab'
import { useMemorial } from '@/reading/use-memorial'
import { memorialParts, type ReadPart } from '@/reading/use-plan'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page, PageSection } from '@/ui/base/page'
import { DescriptionList } from '@/ui/lists/description-list'

/** The parts of the plan that this view shows, with its own words for them. */
const legacyParts = [
  { key: 'funeral', title: 'Funeral wishes', empty: 'No funeral preferences saved' },
  { key: 'music', title: 'Music selections', empty: 'No music has been chosen.' },
  { key: 'messages', title: 'Video messages', empty: 'No messages for you right now.' },
]
const isLegacyPart = (key: string) => legacyParts.some((part) => part.key === key)
const shownParts = memorialParts.filter(({ key, facts }) => !facts || isLegacyPart(key))

// All of them are shown at once, so their code comes along with their data.
for (const { facts } of shownParts) facts?.ahead()

/**
 * /legacy/{ownerId}: the older view of a memorial, on one page. The database decides what it shows, as on /memorial.
 */
export function Component() {
  const { ownerId = '' } = useParams()
  const user = useUser()
  const invitations = useQuery({ ...invitationsQuery(user.id), ...rechecked })
  const { memorial, parts, record, openFile, noteOpened } = useMemorial(shownParts, ownerId)
  const canView = memorial.data?.canView
  const recordAll = useEffectEvent(() => {
    for (const { key, tab } of shownParts) if (isLegacyPart(key)) record(tab)
  })
  useEffect(() => {
    if (canView) recordAll()
  }, [canView])

  const designation = invitations.data && designationBy(ownerId, invitations.data)
  const name = memorial.data?.owner.full_name ?? designation?.owner_name
  const both = allLoaded(invitations, memorial)
  return (
    <Page
      title={name ? `Memorial for ${name}` : 'Memorial'}
      back={{ to: paths.invites(), label: 'Invitations' }}
    >
      {both.data ? (
        <LegacyMemorial
          designation={designation}
          memorial={both.data[1]}
          parts={parts}
          openFile={openFile}
          noteOpened={noteOpened}
        />
      ) : (
        <Loaded query={both} loading="Loading the memorial" errorTitle="Unable to load memorial" cards={2}>
          {() => null}
        </Loaded>
      )}
    </Page>
  )
}

interface LegacyMemorialProps {
  /** The reader's designation; undefined when the owner never named them. */
  designation: Designation | undefined
  memorial: Memorial | null
  parts: readonly ReadPart[]
  openFile: ReturnType<typeof useMemorial>['openFile']
  noteOpened: ReturnType<typeof useMemorial>['noteOpened']
}

function LegacyMemorial({ designation, memorial, parts, openFile, noteOpened }: LegacyMemorialProps) {
  const state = designation && designationState(designation)
  if (state === 'revoked') return <Closed>This memorial was revoked and is no longer accessible.</Closed>
  if (state === 'stepped_down')
    return <Closed>You stepped down from this plan, so you can’t open this memorial anymore.</Closed>
  if (state !== 'accepted')
    return <Closed>You need to accept the invitation before viewing this memorial.</Closed>
  if (memorial === null)
    return (
      <Closed>
        This memorial is not visible yet. The owner must release it or it must be approved after the owner has
        died.
      </Closed>
    )
  const { owner, canView } = memorial
  const shownIn = (tab: string): Shown => ({
    ownerName: owner.full_name ?? 'A loved one',
    diedOn: owner.died_on,
    look: fileLink,
    open: (...file) => openFile(tab, ...file),
    noteOpened: (itemId) => noteOpened(tab, itemId),
  })
  return (
    <>
      {canView ? <MemorialHead parts={parts} shown={shownIn('')} /> : null}
      <MemorialAlerts owner={owner} canView={canView} />
      <ProfileCard owner={owner} canView={canView} />
      {legacyParts.map(({ key, title, empty }) => {
        const part = parts.find((read) => canView && read.key === key)
        if (!part) return null
        const shown: Shown = {
          ...shownIn(part.tab),
          headingLevel: 3,
          label: title,
          noLinkTitle: 'This video is preparing. Try refreshing if it doesn’t load shortly.',
        }
        return (
          <PageSection key={key} title={title}>
            <PartShown part={part} shown={shown} none={<p>{empty}</p>} />
          </PageSection>
        )
      })}
    </>
  )
}

function Closed({ children }: { children: string }) {
  return (
    <Notice
      tone="info"
      role="alert"
      action={<ButtonLink to={paths.invites()}>See your invitations</ButtonLink>}
    >
      {children}
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
