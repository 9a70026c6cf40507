import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { Profile } from '@/data/account/profiles'
import { type FuneralPlan, funeralPlanQuery, hasArrangements } from '@/data/funeral-plan'
import { memorialQuery, recordView } from '@/data/memorial/memorials'
import { useReadWhenOpened } from '@/data/memorial/reset-when-opened'
import { designationState } from '@/data/people/designation-state'
import { standingQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { MemorialAlerts } from '@/plan/memorial/memorial-alerts'
import { MemorialBadge } from '@/plan/memorial/memorial-badge'
import { FuneralArrangements } from '@/sections/funeral-plan/arrangements'
import { MusicPreferences } from '@/sections/music/music-preferences'
import { type VideoMessage, videoLink, videoMessages } from '@/sections/videos/data'
import { MessageCard } from '@/sections/videos/message-card'
import { ButtonLink } from '@/ui/button'
import { DescriptionList } from '@/ui/lists/description-list'
import { PagedList } from '@/ui/lists/paged-list'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { type Loadable, Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { ErrorPanel, SkeletonCards } from '@/ui/page/states'

/** /legacy/{ownerId}: the older view of a memorial, on one page. The database decides what it shows, as on /memorial. */
export function Component() {
  const { ownerId = '' } = useParams()
  const user = useUser()
  const standing = useQuery(standingQuery(ownerId, user.id))
  const memorial = useQuery(memorialQuery(ownerId))
  const funeral = funeralPlanQuery(ownerId)
  const messages = videoMessages.query(ownerId)
  const lists = { plan: useQuery(funeral), videos: useQuery(messages) }
  const canView = memorial.data?.canView
  useReadWhenOpened(canView, [funeral, messages])
  useEffect(() => {
    if (canView) for (const section of ['funeral', 'music', 'messages'] as const) recordView(ownerId, section)
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

  const problem = standing.error ?? memorial.error
  if (standing.data === undefined || memorial.data === undefined) {
    if (problem === null) return frame(<SkeletonCards label="Loading the memorial" />)
    return frame(
      <ErrorPanel
        title="Unable to load memorial"
        onRetry={() => void Promise.all([standing.refetch(), memorial.refetch()])}
        retrying={standing.isFetching || memorial.isFetching}
      >
        {errorSentence(problem)}
      </ErrorPanel>,
    )
  }
  const state = standing.data && designationState(standing.data)
  if (state !== 'accepted') {
    return frame(
      <Closed>
        {state === 'revoked'
          ? 'This memorial was revoked and is no longer accessible.'
          : 'You need to accept the invitation before viewing this memorial.'}
      </Closed>,
    )
  }
  if (memorial.data === null) {
    return frame(
      <Closed>
        This memorial is not visible yet. The owner must release it or it must be approved after their
        passing.
      </Closed>,
    )
  }
  const { owner } = memorial.data
  return frame(
    <>
      <MemorialAlerts owner={owner} canView={memorial.data.canView} />
      <ProfileCard owner={owner} canView={memorial.data.canView} />
      {memorial.data.canView ? <Plan ownerId={ownerId} {...lists} /> : null}
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
  // A hold that was lifted for some days is on again when they are over.
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

interface PlanProps {
  ownerId: string
  plan: Loadable<FuneralPlan | null>
  videos: Loadable<VideoMessage[]>
}

function Plan({ ownerId, plan, videos }: PlanProps) {
  return (
    <>
      <Section title="Funeral wishes">
        <Loaded query={plan} loading="Loading the funeral plan" errorTitle="Unable to load funeral plan">
          {(row) =>
            row && hasArrangements(row) ? (
              <FuneralArrangements plan={row} headingLevel={3} />
            ) : (
              <p>No funeral preferences saved yet</p>
            )
          }
        </Loaded>
      </Section>
      <Section title="Music selections">
        <Loaded query={plan} loading="Loading the music" errorTitle="Unable to load music">
          {(row) =>
            row?.music_playlist_ref ? (
              <MusicPreferences
                provider={row.music_playlist_provider}
                reference={row.music_playlist_ref}
                headingLevel={3}
              />
            ) : (
              <p>No music has been chosen.</p>
            )
          }
        </Loaded>
      </Section>
      <Section title="Video messages">
        <Loaded query={videos} loading="Loading the videos" errorTitle="Unable to load video messages">
          {(all) =>
            all.length === 0 ? (
              <p>There is no message for you at this time.</p>
            ) : (
              <PagedList label="Video messages" items={all}>
                {(message) => (
                  <li key={message.id} className="grid min-w-0 grid-cols-1">
                    <MessageCard
                      message={message}
                      noLinkTitle="This video is preparing. Try refreshing if it doesn't load shortly."
                      makeLink={async (purpose) => {
                        const link = await videoLink(message, purpose)
                        recordView(ownerId, 'messages', message.id)
                        return link
                      }}
                    />
                  </li>
                )}
              </PagedList>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}
