import type { ReactNode } from 'react'
import { useConfirmPlan } from '@/data/account/profiles'
import type { PlanCounts, PlanOverview } from '@/data/plan-overview'
import { formatDate, parseTimestamp } from '@/lib/dates'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure'
import { Icon } from '@/ui/base/icons'
import { Notice } from '@/ui/base/notice'

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
      action={
        <ConfirmPlan variant="primary" onConfirmed={onConfirmed}>
          Still right
        </ConfirmPlan>
      }
    >
      {lastConfirmed(overview)} Take a look. If nothing needs changing, choose “Still right”.
    </Notice>
  )
}

/**
 * Says when the plan was last confirmed and when the next review is due, with the button to confirm it now. A plan that was
 * never reviewed can't be "still" right, and the button stands under what is missing too, so it doesn't call the plan
 * complete. The email that tells of "Still right" comes when a review is due: see ReviewDue.
 */
export function ReviewNote({ overview, onConfirmed }: Props) {
  const { plan_reviewed_at: reviewed, review_due_at: due } = overview
  const next = due
    ? `We’ll ask you to review your plan ${reviewed ? 'again ' : ''}on ${formatDate(due)}.`
    : null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
      <p className="max-w-prose text-ink-soft">
        {next && !reviewed ? null : `${lastConfirmed(overview)} `}
        {next}
      </p>
      <ConfirmPlan onConfirmed={onConfirmed}>
        {reviewed ? 'Still right' : 'I’ve reviewed it today'}
      </ConfirmPlan>
    </div>
  )
}

/** Said of a plan without gaps, in one calm place with its review. */
export function NothingMissing({ counts, children }: { counts: PlanCounts; children: ReactNode }) {
  return (
    <div className="grid gap-4 rounded-card border border-good bg-good-wash p-5 sm:p-6">
      <p className="flex gap-3">
        <Icon name="check" className="mt-0.5 shrink-0 text-good" />
        <span>
          Nothing is missing from the list that your executor will get.
          {counts.people_accepted
            ? null
            : ' No one has accepted your invitation yet, so for now no one could open it.'}
        </span>
      </p>
      {children}
    </div>
  )
}

/** The button that confirms the plan, and why that failed. */
function ConfirmPlan({
  variant,
  onConfirmed,
  children,
}: { variant?: 'primary'; children: string } & Pick<Props, 'onConfirmed'>) {
  const confirm = useConfirmPlan()
  return (
    <>
      <Button
        variant={variant}
        busy={confirm.isPending}
        busyLabel="Saving..."
        onClick={() => confirm.mutate(undefined, { onSuccess: onConfirmed })}
      >
        {children}
      </Button>
      <FailureLine problem={confirm.error} className="w-full" />
    </>
  )
}

function lastConfirmed({ plan_reviewed_at }: PlanOverview): string {
  return plan_reviewed_at
    ? `You last reviewed your plan on ${formatDate(plan_reviewed_at)}.`
    : 'You haven’t reviewed your plan yet.'
}
