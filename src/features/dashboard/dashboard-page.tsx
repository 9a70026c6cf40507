import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { designationState, isOpen } from '@/data/people/designation-state'
import { type Designation, invitationsQuery } from '@/data/people/designations'
import { type PlanOverview, planOverviewQuery } from '@/data/plan-overview'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Loaded, RetryNotice } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'
import { GapList } from './gap-list'
import { PlanCardList } from './plan-card-list'
import { isReviewDue, ReviewDue, ReviewNote } from './plan-review'

// Shown only once per account.
const NameForm = lazy(async () => ({ default: (await import('./name-form')).NameForm }))

/** /dashboard: how complete the plan is, and what would be missing. */
export function Component() {
  const user = useUser()
  const overview = useQuery(planOverviewQuery(user.id))
  const invitations = useQuery(invitationsQuery(user.id))
  const name = overview.data?.full_name

  return (
    <Page
      title={name ? `Welcome, ${name}` : 'Welcome'}
      documentTitle="Dashboard"
      intro={overview.data ? 'This is where your plan stands.' : undefined}
      actions={<InvitesPill invitations={invitations.data} />}
    >
      {invitations.data === undefined && invitations.isError ? (
        <RetryNotice query={invitations} title="Unable to load invitations" className="mb-6" />
      ) : null}
      <OpenInvitations invitations={invitations.data} />
      <Loaded query={overview} loading="Loading your plan" errorTitle="Unable to load your plan" cards={4}>
        {(loaded) => <Overview overview={loaded} userId={user.id} />}
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
      {open === 1 ? 'An invitation waits' : `${open} invitations wait`} for your answer.{' '}
      <Link to={paths.invites()}>{open === 1 ? 'Look at it' : 'Look at them'}</Link>
    </Notice>
  )
}

function Overview({ overview, userId }: { overview: PlanOverview; userId: string }) {
  const isDue = isReviewDue(overview)
  return (
    <>
      {overview.full_name ? null : (
        <Suspense fallback={<SkeletonCards label="Loading your plan" count={1} />}>
          <NameForm userId={userId} onSaved={focusHeading} />
        </Suspense>
      )}
      {isDue ? <ReviewDue overview={overview} onConfirmed={focusHeading} /> : null}
      <GapList counts={overview.counts} />
      <Section
        title="Your plan"
        actions={
          <ButtonLink icon="print" to={paths.print}>
            Print my plan
          </ButtonLink>
        }
      >
        <PlanCardList counts={overview.counts} />
        {isDue ? null : <ReviewNote overview={overview} onConfirmed={focusHeading} />}
      </Section>
    </>
  )
}

/** The button that was used disappears after saving, so the focus moves to the top of the page. */
function focusHeading() {
  document.querySelector('h1')?.focus()
}
