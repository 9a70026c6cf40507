import type { Tables } from '@/lib/database.types'
import { formatDateTime } from '@/lib/dates'
import { useHasCome } from '@/ui/hooks/use-has-come'
import { Notice } from '@/ui/notice'

export interface MemorialAlertsProps {
  owner: Pick<Tables<'profiles'>, 'full_name' | 'death_review' | 'release_at'>
  canView: boolean
}

/** Explains what is under review, why the plan is not open, and what happens next. */
export function MemorialAlerts({ owner, canView }: MemorialAlertsProps) {
  const review = owner.death_review
  return (
    <div className="mb-6 grid gap-4 empty:hidden">
      {review === 'pending' ? (
        <Notice tone="info" title="A death certificate is being reviewed">
          We have received it and a person on our side checks it now. You do not need to do anything. We will
          write to you when it is decided.
        </Notice>
      ) : null}
      {canView ? null : review === 'approved' ? <Waiting owner={owner} /> : <Restricted />}
    </div>
  )
}

function Waiting({ owner }: Pick<MemorialAlertsProps, 'owner'>) {
  const isOver = useHasCome(owner.release_at)
  return (
    <Notice tone="info" title={`This memorial opens on ${formatDateTime(owner.release_at)}`}>
      The death has been verified. {owner.full_name ?? 'The owner'} asked for a waiting period before the plan
      opens.
      {isOver ? ' It is over now: please load the page again.' : ''}
    </Notice>
  )
}

function Restricted() {
  return (
    <Notice tone="warning" title="Restricted access">
      This memorial is not visible yet. The owner must release it or it must be approved after their passing.
    </Notice>
  )
}
