import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { hasArrangements } from '@/data/funeral-plan'
import { type Memorial, memorialQuery } from '@/data/memorials'
import { errorCode, errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { roleWords } from '@/lib/wording'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { Page } from '@/ui/page'
import { FuneralArrangements, MusicPreferences } from '@/ui/plan/funeral-arrangements'
import { EmptyState, ErrorPanel, SkeletonCards } from '@/ui/states'
import { type TabItem, Tabs } from '@/ui/tabs'
import { CertificateTab } from './certificate-tab'
import { MemorialAlerts } from './memorial-alerts'
import { memorialBadge } from './memorial-status'

const back = { to: paths.invites(), label: 'Invitations' }

/** /memorial/{ownerId}: what a designee may see of an owner's plan now. */
export function Component() {
  const { ownerId = '' } = useParams()
  const memorial = useQuery(memorialQuery(ownerId))

  if (memorial.isPending) {
    return (
      <Page title="Memorial" back={back}>
        <SkeletonCards label="Loading the memorial" />
      </Page>
    )
  }
  // Not a user id at all: nobody's memorial, which is nothing to tell apart from one that is not for this person.
  const denied = memorial.isError ? errorCode(memorial.error) === '22P02' : memorial.data === null
  if (denied) {
    return (
      <Page title="Memorial" back={back}>
        <ErrorPanel
          title="Access Denied"
          action={<ButtonLink to={paths.invites()}>See your invitations</ButtonLink>}
        >
          Access Denied: You don't have permission to view this memorial.
        </ErrorPanel>
      </Page>
    )
  }
  if (!memorial.data) {
    return (
      <Page title="Memorial" back={back}>
        <ErrorPanel
          title="Unable to load memorial"
          onRetry={() => void memorial.refetch()}
          retrying={memorial.isFetching}
        >
          {errorSentence(memorial.error)}
        </ErrorPanel>
      </Page>
    )
  }
  return <MemorialView ownerId={ownerId} memorial={memorial.data} />
}

function MemorialView({ ownerId, memorial }: { ownerId: string; memorial: Memorial }) {
  const [search, setSearch] = useSearchParams()
  const { owner, role, canView, funeralPlan } = memorial
  const badge = memorialBadge(owner)
  const ownerName = owner.full_name ?? 'A loved one'

  const items: TabItem[] = [
    ...(canView ? planTabs(funeralPlan, ownerName) : []),
    {
      value: 'certificate',
      label: 'Death Certificate',
      keep: true,
      content: (
        <CertificateTab ownerId={ownerId} owner={owner} submittedAt={memorial.certificateSubmittedAt} />
      ),
    },
  ]
  const wanted = search.get('tab')
  const value = items.find((item) => item.value === wanted)?.value ?? items[0]?.value ?? 'certificate'

  return (
    <Page
      title={`${ownerName}'s Memorial`}
      back={back}
      aside={
        <>
          <Badge>{roleWords[role].name}</Badge>
          <Badge tone={badge.tone}>{badge.words}</Badge>
        </>
      }
    >
      <MemorialAlerts owner={owner} canView={canView} />
      <Tabs
        label="Parts of the memorial"
        items={items}
        value={value}
        onValueChange={(tab) => setSearch({ tab }, { replace: true })}
      />
    </Page>
  )
}

function planTabs(plan: Memorial['funeralPlan'], ownerName: string): TabItem[] {
  return [
    {
      value: 'funeral',
      label: 'Funeral',
      content:
        plan && hasArrangements(plan) ? (
          <FuneralArrangements plan={plan} />
        ) : (
          <EmptyState title="No funeral preferences saved yet">
            <p>{ownerName} has not written down any wishes for the funeral.</p>
          </EmptyState>
        ),
    },
    {
      value: 'music',
      label: 'Music',
      content: (
        <MusicPreferences
          provider={plan?.music_playlist_provider ?? null}
          reference={plan?.music_playlist_ref ?? null}
        />
      ),
    },
  ]
}
