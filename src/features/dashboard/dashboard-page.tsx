import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import { useOffered } from '@/data/offered-parts'
import { designationState, isOpen } from '@/data/people/designation-state'
import { type Designation, invitationsQuery } from '@/data/people/designations'
import { diedExecutorsQuery, useDiedOwners } from '@/data/people/died-designees'
import { type PlanOverview, planOverviewQuery } from '@/data/plan-overview'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { PlanState } from '@/parts/kit/plan-open'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Loaded, RetryNotice } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page, PageSection } from '@/ui/base/page'
import { inPage, onDemand } from '@/ui/late'
import { FirstHoursOffer } from './first-hours-offer'
import { GapList, NextStep } from './gaps'
import { PlanCardList } from './plan-card-list'
import { gapsOf, partsBegun, shownCards, withoutTheDead } from './plan-cards'
import { isReviewDue, NothingMissing, ReviewDue, ReviewNote } from './plan-review'

// Shown only once per account.
const NameForm = onDemand(
  async () => (await import('./name-form')).NameForm,
  inPage({ loading: 'Loading your plan', errorTitle: 'Unable to load the form for your name', cards: 1 }),
)

/** /dashboard: how complete the plan is, and what would be missing. */
export function Component() {
  const user = useUser()
  const overview = useQuery(planOverviewQuery(user.id))
  const invitations = useQuery(invitationsQuery(user.id))
  const diedOwners = useDiedOwners(user.id, invitations.data)
  const diedExecutors = useQuery(diedExecutorsQuery(user.id, diedOwners)).data ?? 0
  const name = overview.data?.full_name

  return (
    <Page
      title={name ? `Welcome, ${name}` : 'Welcome'}
      documentTitle="Dashboard"
      intro={overview.data ? "Here's your plan at a glance." : undefined}
      actions={<InvitesPill invitations={invitations.data} />}
    >
      {invitations.data === undefined && invitations.isError ? (
        <RetryNotice query={invitations} title="Unable to load invitations" className="mb-6" />
      ) : null}
      <OpenInvitations invitations={invitations.data} />
      {overview.data && partsBegun(overview.data.counts) === 0 ? (
        <PeopleYouHelp invitations={invitations.data} />
      ) : null}
      <Loaded query={overview} loading="Loading your plan" errorTitle="Unable to load your plan" cards={4}>
        {(loaded) => <Overview overview={loaded} userId={user.id} diedExecutors={diedExecutors} />}
      </Loaded>
    </Page>
  )
}

function InvitesPill({ invitations }: { invitations: Designation[] | undefined }) {
  const count = invitations?.filter(({ revoked_at }) => revoked_at === null).length
  return (
    <ButtonLink to={paths.invites()} icon="mail" className="rounded-full">
      Invites{' '}
      {count === undefined ? null : (
        <span className="min-w-7 rounded-full bg-heart-wash px-2 text-heart tabular-nums">{count}</span>
      )}
    </ButtonLink>
  )
}

function OpenInvitations({ invitations }: { invitations: Designation[] | undefined }) {
  const open = invitations?.filter((invitation) => isOpen(designationState(invitation))).length ?? 0
  if (open === 0) return null
  return (
    <Notice className="mb-6">
      You have {open === 1 ? 'an invitation' : `${open} invitations`} to answer.{' '}
      <Link to={paths.invites()}>{open === 1 ? 'View it' : 'View them'}</Link>
    </Notice>
  )
}

/** For a person without a plan: those of others come first. */
function PeopleYouHelp({ invitations }: { invitations: Designation[] | undefined }) {
  const accepted = invitations?.filter((invitation) => designationState(invitation) === 'accepted') ?? []
  if (accepted.length === 0) return null
  return (
    <Card title="People you help" className="mb-8">
      <ul className="grid gap-1">
        {accepted.map(({ id, owner_id, owner_name }) => (
          <li key={id}>
            <Link to={paths.memorial(owner_id)} className="inline-flex min-h-11 items-center wrap-anywhere">
              {owner_name ?? 'A loved one'}'s plan
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface OverviewProps {
  overview: PlanOverview
  userId: string
  /** How many of the owner's executors have died, as far as the owner may know; 0 until that is known. */
  diedExecutors: number
}

function Overview({ overview, userId, diedExecutors }: OverviewProps) {
  const { full_name } = overview
  const counts = withoutTheDead(overview.counts, diedExecutors)
  const cards = shownCards(counts, useOffered().isOffered)
  const begun = partsBegun(counts)
  const gaps = gapsOf(counts)
  const planState = useContext(PlanState)
  const isFrozen = planState === 'frozen'
  const isDue = !isFrozen && isReviewDue(overview)
  // One thing at a time: a name first, then what is due, then the next step.
  const next = full_name && planState === 'open' && !isDue ? gaps[0] : undefined
  const review =
    isFrozen || isDue || begun === 0 ? null : <ReviewNote overview={overview} onConfirmed={focusHeading} />
  return (
    <>
      {full_name || isFrozen ? null : <NameForm userId={userId} onSaved={focusHeading} />}
      {isDue ? <ReviewDue overview={overview} onConfirmed={focusHeading} /> : null}
      {next ? <NextStep step={next} isFirst={begun === 0} /> : null}
      {planState === 'open' && Number(counts.people_accepted) > 0 ? (
        <FirstHoursOffer userId={userId} onPutAway={focusHeading} />
      ) : null}
      {gaps.length === 0 && !isFrozen ? <NothingMissing counts={counts}>{review}</NothingMissing> : null}
      {gaps.length > (next ? 1 : 0) && !isFrozen ? <GapList gaps={next ? gaps.slice(1) : gaps} /> : null}
      <PageSection
        title="Your plan"
        intro={`${begun} of ${cards.length} parts begun.`}
        actions={
          <>
            <ButtonLink to={paths.firstDays}>What your executor will do</ButtonLink>
            <ButtonLink icon="print" to={paths.print}>
              Print my plan
            </ButtonLink>
          </>
        }
      >
        <PlanCardList cards={cards} counts={counts} />
        {gaps.length > 0 && review ? <div className="mt-6">{review}</div> : null}
      </PageSection>
    </>
  )
}

/** The button that was used disappears after saving, so the focus moves to the top of the page. */
function focusHeading() {
  document.querySelector('h1')?.focus()
}
