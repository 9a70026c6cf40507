import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useDeferredValue, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useMembership } from '@/data/membership/membership'
import { freeDays } from '@/data/membership/trial'
import { useOffered } from '@/data/offered-parts'
import { useIsBereaved, useIsNeeded } from '@/data/people/bereaved'
import { designationState, isOpen } from '@/data/people/designation-state'
import { type Designation, invitationsQuery } from '@/data/people/designations'
import { planOverviewQuery } from '@/data/plan-overview'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { PlanState, WhilePlanOpen } from '@/parts/kit/plan-open'
import { isBegun, type OwnPlan, ownListTitle, useOwnPlan } from '@/reading/steps/own-plan'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { cx } from '@/ui/base/cx'
import { Loaded, RetryNotice } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { focusHeading, Page, PageSection } from '@/ui/base/page'
import { Reserved } from '@/ui/base/skeletons'
import { inPage, onDemand } from '@/ui/late'
import { hasChosenToBegin, keepBeginning, keepStage, type Stage, stageOf } from './first-visit-stage'
import { GapList, NextStep } from './gaps'
import { useOffer } from './offers'
import { isReviewDue, NothingMissing, ReviewDue, ReviewNote } from './plan-review'
import { PlanRowList } from './plan-row-list'
import { planRows } from './plan-rows'

// Shown only once per account.
const NameForm = onDemand(
  async () => (await import('./name-form')).NameForm,
  inPage({ loading: 'Loading your plan', errorTitle: 'Unable to load the form for your name', cards: 1 }),
)

const FirstVisit = onDemand<FirstVisitProps>(
  async () => (await import('./first-visit')).FirstVisit,
  inPage({ loading: 'Loading your plan', errorTitle: 'Unable to load the first question', cards: 1 }),
)

/** /dashboard: how complete the plan is, and what would be missing. */
export function Component() {
  const user = useUser()
  const plan = useOwnPlan(user.id)
  const visit = useFirstVisit(user.id, plan.data)
  const invitations = useQuery(invitationsQuery(user.id))
  const helpsFirst = useHelpsFirst(user.id)
  const helped = acceptedAmong(invitations.data)
  // An empty plan has nothing to lead with.
  const leadsWithHelped = helped.length > 0 && plan.data !== undefined && (helpsFirst || !isBegun(plan.data))
  // Read with the plan, and there before it.
  const overview = useQuery(planOverviewQuery(user.id)).data
  const hasAccepted = Number(overview?.counts.people_accepted ?? 0) > 0
  const offer = useOffer(user.id, useContext(PlanState) === 'open' && hasAccepted, focusHeading)
  // All at once: an offer or a part that came later would push down what is being read. Deferred, because each change to
  // the plan draws it again, and a slow phone must be able to answer a press meanwhile.
  const isKnown = offer !== undefined && visit.isKnown && helpsFirst !== undefined
  const isOfferedKnown = useOfferedOrWaited(isKnown && plan.data !== undefined)
  const whole = useDeferredValue(isKnown && isOfferedKnown ? plan.data : undefined)
  const name = overview?.full_name

  return (
    <Page
      title={name ? `Welcome, ${name}` : 'Welcome'}
      documentTitle="Dashboard"
      intro={
        visit.stage ? (
          'Three short questions, about five minutes. Skip any of them, and leave whenever you like: nothing is lost.'
        ) : visit.waits ? undefined : (
          <Reserved until={visit.isKnown && helpsFirst !== undefined}>
            <p>
              {leadsWithHelped ? 'Here’s who you help, and your plan.' : 'Here’s your plan at a glance.'}{' '}
              <TrialLeft />
            </p>
          </Reserved>
        )
      }
      actions={<InvitesPill invitations={invitations.data} />}
    >
      {invitations.data === undefined && invitations.isError ? (
        <RetryNotice query={invitations} title="Unable to load invitations" className="mb-6" />
      ) : null}
      <OpenInvitations invitations={invitations.data} />
      {plan.data && !isBegun(plan.data) ? <PeopleYouHelp people={helped} className="mb-8" /> : null}
      <Loaded
        query={{ ...plan, data: whole }}
        loading="Loading your plan"
        errorTitle="Unable to load your plan"
        cards={4}
      >
        {(loaded) =>
          visit.waits ? (
            <WhilePlanOpen>
              <p>
                <Link to={paths.beginning} replace onClick={focusHeading}>
                  Begin a plan of your own
                </Link>{' '}
                whenever you like.
              </p>
            </WhilePlanOpen>
          ) : visit.stage ? (
            <FirstVisit
              userId={user.id}
              fullName={loaded.overview.full_name}
              stage={visit.stage}
              onStage={visit.keep}
              onLeave={() => {
                visit.keep(null)
                focusHeading()
              }}
            />
          ) : (
            <>
              {isBegun(loaded) && helpsFirst ? <PeopleYouHelp people={helped} className="mb-8" /> : null}
              <Overview plan={loaded} userId={user.id} offer={offer} />
              {isBegun(loaded) && !helpsFirst ? <PeopleYouHelp people={helped} className="mt-10" /> : null}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Said only while a free trial runs and nothing was bought. */
function TrialLeft() {
  const { data } = useMembership()
  const { billingEnabled, subscription } = data ?? {}
  if (!billingEnabled || !subscription || subscription.plan !== null) return null
  const days = freeDays(subscription)
  return days === 0 ? null : (
    <>
      Free trial:{' '}
      <Link to={paths.billing} className="whitespace-nowrap">
        {count(days, 'day')} left
      </Link>
      .
    </>
  )
}

function InvitesPill({ invitations }: { invitations: Designation[] | undefined }) {
  const count = invitations?.filter(({ revoked_at }) => revoked_at === null).length
  // Accepted ones count too, but only one that waits for an answer gives it the color of what is to be done.
  const waits = countOpen(invitations) > 0
  return (
    <ButtonLink to={paths.invites()} icon="mail" className="rounded-full">
      Invites {/* Shown later, it would make the heading beside it wrap twice. */}
      <Reserved until={count !== undefined}>
        <span
          className={cx(
            'min-w-7 rounded-full px-2 tabular-nums',
            waits ? 'bg-heart-wash text-heart' : 'bg-well text-ink-soft',
          )}
        >
          {count ?? '\u2007'}
        </span>
      </Reserved>
    </ButtonLink>
  )
}

const countOpen = (invitations: Designation[] = []) =>
  invitations.filter((invitation) => isOpen(designationState(invitation))).length

function OpenInvitations({ invitations }: { invitations: Designation[] | undefined }) {
  const open = countOpen(invitations)
  if (open === 0) return null
  return (
    <Notice className="mb-6">
      You have {open === 1 ? 'an invitation' : `${open} invitations`} to answer.{' '}
      <Link to={paths.invites()}>{open === 1 ? 'View it' : 'View them'}</Link>
    </Notice>
  )
}

const acceptedAmong = (invitations: Designation[] = []) =>
  invitations.filter((invitation) => designationState(invitation) === 'accepted')

interface PeopleYouHelpProps {
  people: Designation[]
  className: string
}

/**
 * First for a person without a plan of their own, while a death certificate is under review and in the year after a death;
 * last for others who plan.
 */
function PeopleYouHelp({ people, className }: PeopleYouHelpProps) {
  if (people.length === 0) return null
  return (
    <Card title="People you help" className={className}>
      <ul className="grid gap-1">
        {people.map(({ id, owner_id, owner_name }) => (
          <li key={id}>
            <Link to={paths.memorial(owner_id)} className="tall-link wrap-anywhere">
              {owner_name ?? 'A loved one'}’s plan
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * Whether the people whom a person helps come before the person's own plan; undefined until that is known. It's decided
 * once: a card that moved later would push down what is being read.
 */
function useHelpsFirst(userId: string): boolean | undefined {
  const isNeeded = useIsNeeded(userId)
  const [isFirst, setFirst] = useState(isNeeded)
  if (isFirst === undefined && isNeeded !== undefined) setFirst(isNeeded)
  return isFirst
}

/** How long a dashboard that is there otherwise waits for what this installation offers, in milliseconds. */
const PATIENCE = 2000

/**
 * Whether it is known what this installation offers, or was waited for long enough: a part that it adds stands among the
 * last, so one that comes later moves little.
 * @param isWaiting whether the dashboard waits for nothing else
 */
function useOfferedOrWaited(isWaiting: boolean): boolean {
  const { isKnown } = useOffered()
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    if (!isWaiting || isKnown) return
    const timer = setTimeout(() => setWaited(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [isWaiting, isKnown])
  return isKnown || hasWaited
}

/** Everything that a first visit needs, which loads only for one. */
export interface FirstVisitProps {
  userId: string
  fullName: string | null
  stage: Stage
  onStage: (stage: Stage) => void
  onLeave: () => void
}

/**
 * Where a first visit is, from the moment at which the plan was read; null once there is none. `waits`: the person lost
 * someone and has nothing of their own yet, so no one asks them about their own funeral until they choose to begin.
 */
function useFirstVisit(userId: string, plan: OwnPlan | undefined) {
  const begins = useSearchParams()[0].has('begin')
  useEffect(() => {
    if (begins) keepBeginning(userId)
  }, [begins, userId])
  const isBereaved = useIsBereaved(userId)
  // Kept here, because an answer that was saved would otherwise end the visit, and a release would take it away.
  const [stage, setStage] = useState<Stage | 'waits' | null>()
  if (plan && (stage === undefined || stage === 'waits')) {
    const hasBegun = isBegun(plan) || begins || hasChosenToBegin(userId)
    if (hasBegun || (stage === undefined && isBereaved === false)) setStage(stageOf(userId, plan))
    else if (stage === undefined && isBereaved) setStage('waits')
  }
  const planState = useContext(PlanState)
  const waits = stage === 'waits' && planState !== 'frozen'
  return {
    isKnown: stage !== undefined,
    waits,
    stage: planState === 'open' && stage !== 'waits' ? (stage ?? null) : null,
    keep: (next: Stage | null) => {
      keepStage(userId, next ?? 'over')
      setStage(next)
    },
  }
}

function Overview({ plan, userId, offer }: { plan: OwnPlan; userId: string; offer: ReactNode }) {
  const { overview, executors, gaps } = plan
  const { full_name, counts } = overview
  const rows = planRows({ ...plan, counts, isOffered: useOffered().isOffered })
  const begun = rows.filter(({ held }) => held !== null)
  const planState = useContext(PlanState)
  const isFrozen = planState === 'frozen'
  const isDue = !isFrozen && isReviewDue(overview)
  // One thing at a time: a name first, then what is due, then the next step.
  const leads = full_name && planState === 'open' && !isDue
  const next = leads ? rows.find((row) => row.next !== null) : undefined
  // Every part stands in one of three places: asked for, there, or worth adding.
  const asks = rows.flatMap((row) => (row.held === null && row !== next ? (row.next ?? []) : []))
  const more = rows.filter(({ held, next: asked }) => held === null && asked === null)
  const review =
    isFrozen || isDue || begun.length === 0 ? null : (
      <ReviewNote overview={overview} onConfirmed={focusHeading} />
    )
  const toTheList = <ButtonLink to={paths.firstDays}>{ownListTitle(executors, isFrozen)}</ButtonLink>
  return (
    <>
      {full_name || isFrozen ? null : <NameForm userId={userId} onSaved={focusHeading} />}
      {isDue ? <ReviewDue overview={overview} onConfirmed={focusHeading} /> : null}
      {next?.next ? <NextStep step={next.next} isFirst={begun.length === 0} /> : null}
      {offer}
      {gaps.length === 0 && !isFrozen ? <NothingMissing counts={counts}>{review}</NothingMissing> : null}
      {asks.length > 0 && !isFrozen ? (
        <GapList asks={asks} executors={executors} actions={begun.length === 0 ? toTheList : null} />
      ) : null}
      {begun.length > 0 ? (
        <PageSection
          title="Your plan"
          actions={
            <>
              {toTheList}
              <ButtonLink icon="print" to={paths.print}>
                Print my plan
              </ButtonLink>
            </>
          }
        >
          <PlanRowList rows={begun} asked={next?.key} userId={userId} />
        </PageSection>
      ) : null}
      {more.length > 0 && planState === 'open' ? (
        <PageSection title="When you like">
          <ul className="flex flex-wrap gap-3">
            {more.map(({ key, title, path }) => (
              <li key={key}>
                <ButtonLink to={path}>{title}</ButtonLink>
              </li>
            ))}
          </ul>
        </PageSection>
      ) : null}
      {gaps.length > 0 && review ? <div className="mt-6">{review}</div> : null}
    </>
  )
}
