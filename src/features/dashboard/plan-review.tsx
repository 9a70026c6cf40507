import { useConfirmPlan } from '@/data/account/profiles'
import type { PlanOverview } from '@/data/plan-overview'
import { formatDate, parseTimestamp } from '@/lib/dates'
import { Button } from '@/ui/button'
import { FailureLine } from '@/ui/failure-line'
import { Notice } from '@/ui/notice'
import { planCards } from './plan-cards'

interface Props {
  overview: PlanOverview
  /** Called after the plan was confirmed. */
  onConfirmed: () => void
}

/** Whether it is time to review the plan. */
export function isReviewDue({ review_due_at }: PlanOverview): boolean {
  const due = parseTimestamp(review_due_at)
  return due !== null && due.getTime() <= Date.now()
}

/** Asks the owner to review the plan; "Still right" confirms it with one press. */
export function ReviewDue({ overview, onConfirmed }: Props) {
  return (
    <Notice
      className="mb-8 print:hidden"
      title="Is your plan still right?"
      action={<StillRight variant="primary" onConfirmed={onConfirmed} />}
    >
      {lastConfirmed(overview)} Look it over now. If nothing has to change, press "Still right"; if something
      does, change it first.
    </Notice>
  )
}

/** Says when the plan was last confirmed and when the next review is due. Shows nothing while there is no plan. */
export function ReviewNote({ overview, onConfirmed }: Props) {
  if (!planCards.some(({ state }) => state(overview.counts).standing !== 'missing')) return null
  const next = overview.review_due_at
    ? ` We ask you on ${formatDate(overview.review_due_at)} whether it is still right.`
    : ''
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
      <p className="max-w-prose">
        {lastConfirmed(overview)}
        {next}
      </p>
      <StillRight onConfirmed={onConfirmed} />
    </div>
  )
}

/** The button that confirms the plan, and why that failed. */
function StillRight({ variant, onConfirmed }: { variant?: 'primary' } & Pick<Props, 'onConfirmed'>) {
  const confirm = useConfirmPlan()
  return (
    <>
      <Button
        variant={variant}
        busy={confirm.isPending}
        busyLabel="Saving..."
        onClick={() => confirm.mutate(undefined, { onSuccess: onConfirmed })}
      >
        Still right
      </Button>
      <FailureLine problem={confirm.error} className="w-full" />
    </>
  )
}

function lastConfirmed({ plan_reviewed_at }: PlanOverview): string {
  return plan_reviewed_at
    ? `You last confirmed your plan on ${formatDate(plan_reviewed_at)}.`
    : 'You have not confirmed your plan yet.'
}
