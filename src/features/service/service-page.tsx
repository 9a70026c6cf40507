import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useParams } from 'react-router-dom'
import { isReleased, needsAnother, type Profile } from '@/data/account/profiles'
import { serviceQuery } from '@/data/service/services'
import { formatDateTime } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { MemorialAlerts } from '@/reading/notices/memorial-alerts'
import { MemorialUnread } from '@/reading/notices/memorial-unread'
import { isStoppedByOwner } from '@/reading/notices/review-words'
import { useMemorial } from '@/reading/use-memorial'
import { memorialParts } from '@/reading/use-plan'
import { Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { inPage, onDemand } from '@/ui/late'
import { ServiceFacts } from './service-facts'

// Most people who are named read when and where it is.
const Arrange = onDemand(
  async () => (await import('./arrange')).Arrange,
  inPage({ loading: 'Loading the service', errorTitle: 'Unable to load the service' }),
)

/** What of the plan a service is arranged by. */
const shownParts = memorialParts.filter(({ key }) => key === 'funeral' || key === 'contacts')

const title = 'The service'

/** /memorial/{ownerId}/service: trustees and executors arrange the service and invite; others named read when it is. */
export function Component() {
  const { ownerId = '' } = useParams()
  const { memorial, parts, record, openFile } = useMemorial(shownParts, ownerId)
  const { canViewFinances: arranges = false } = memorial.data ?? {}
  const recordBoth = useEffectEvent(() => {
    for (const { tab } of shownParts) record(tab)
  })
  useEffect(() => {
    if (arranges) recordBoth()
  }, [arranges])

  const back = { to: paths.memorial(ownerId), label: 'The plan' }
  if (!memorial.data) {
    return <MemorialUnread query={memorial} title={title} back={back} loading="Loading the service" />
  }
  const { owner, canView, role } = memorial.data
  const ownerName = owner.full_name ?? 'A loved one'
  if (!canView || !isReleased(owner)) {
    const isReviewed = owner.death_review === 'pending' || owner.death_review === 'approved'
    return (
      <Page title={title} back={back}>
        {/* Otherwise it only says when a plan opens, as the sentence does. */}
        {isReviewed || needsAnother(owner) || isStoppedByOwner(owner) ? (
          <MemorialAlerts owner={owner} canView={canView} />
        ) : null}
        <p>
          You can {role === 'beneficiary' ? 'find' : 'arrange'} the service here {whenThere(owner, canView)}.
        </p>
      </Page>
    )
  }
  if (!arranges) {
    return (
      <Page title={title} back={back} intro={`For ${ownerName}`}>
        <ReadService ownerId={ownerId} />
      </Page>
    )
  }
  return (
    <Page
      title={title}
      back={back}
      intro={`Arrange the service for ${ownerName}, and invite the guests. No one is emailed until you say so.`}
    >
      <Arrange
        ownerId={ownerId}
        ownerName={ownerName}
        isExecutor={role === 'executor'}
        wishes={parts.find(({ key }) => key === 'funeral')}
        openWish={(...file) => openFile('funeral', ...file)}
      />
    </Page>
  )
}

/** From when there is a service to see. @param canView whether its reader can read the plan; else an alert says when it opens */
function whenThere({ full_name, death_review, release_at }: Profile, canView: boolean): string {
  if (death_review === 'approved') return canView ? `from ${formatDateTime(release_at)}` : 'then'
  if (death_review === 'pending' && !canView) return 'then'
  return `once ${full_name ?? 'the owner'}’s death has been verified and the plan is open`
}

function ReadService({ ownerId }: { ownerId: string }) {
  const service = useQuery(serviceQuery(ownerId))
  return (
    <Loaded query={service} loading="Loading the service" errorTitle="Unable to load the service">
      {(arranged) =>
        arranged ? (
          <>
            {arranged.is_called_off ? (
              <Notice tone="warning" title="The service is called off" className="mb-6" />
            ) : null}
            <ServiceFacts service={arranged} />
          </>
        ) : (
          <EmptyState title="Nothing arranged yet">
            When a trustee or executor has arranged the service, you’ll find the day and the place here.
          </EmptyState>
        )
      }
    </Loaded>
  )
}
