import type { Profile } from '@/data/profiles'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { Notice } from '@/ui/notice'

interface Props {
  owner: Profile
  canView: boolean
}

/** Says in words why the plan is not open, what is being reviewed, and what happens next. */
export function MemorialAlerts({ owner, canView }: Props) {
  if (owner.death_review === 'pending') {
    return (
      <Notice tone="info" className="mb-6" title="A death certificate is being reviewed">
        <p>
          We have received it and a person on our side checks it now. You do not need to do anything. We will
          write to you when it is decided.
        </p>
      </Notice>
    )
  }
  if (canView) return null
  if (owner.death_review === 'approved') {
    const opens = parseTimestamp(owner.release_at)
    return (
      <Notice
        tone="info"
        className="mb-6"
        title={`This memorial opens on ${formatDateTime(owner.release_at)}`}
      >
        <p>
          The death has been verified. {owner.full_name ?? 'The owner'} asked for a waiting period before the
          plan opens.
          {opens && opens.getTime() <= Date.now() ? ' It is over now: please load the page again.' : ''}
        </p>
      </Notice>
    )
  }
  return (
    <Notice tone="warning" className="mb-6" title="Restricted access">
      <p>
        This memorial is not visible yet. The owner must release it or it must be approved after their
        passing.
      </p>
    </Notice>
  )
}
