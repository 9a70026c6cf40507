import { needsAnother, type Profile } from '@/data/account/profiles'
import { formatDateTime } from '@/lib/dates'
import { count } from '@/lib/text'
import { Notice } from '@/ui/base/notice'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { isStoppedByOwner, reviewTimeWords } from './review-words'

/** What the alerts need of the owner's profile. */
export type AlertsOwner = Pick<
  Profile,
  | 'full_name'
  | 'died_on'
  | 'death_review'
  | 'death_certificate_path'
  | 'death_reviewed_at'
  | 'release_stopped_at'
  | 'release_at'
  | 'release_wait_days'
>

export interface MemorialAlertsProps {
  owner: AlertsOwner
  canView: boolean
  /** Whether an objection delays the opening, which is said beside it. */
  isDelayed?: boolean | undefined
}

/** Explains what is under review, why the plan is not open, and what happens next. */
export function MemorialAlerts({ owner, canView, isDelayed }: MemorialAlertsProps) {
  const review = owner.death_review
  return (
    <div className="mb-6 grid gap-4 empty:hidden">
      {review === 'pending' ? (
        <Notice tone="info" title="Someone on our team is checking a death certificate">
          <p>{reviewTimeWords()} We’ll email you when there’s a decision. You don’t need to do anything.</p>
          {canView ? (
            <p>You can keep reading the plan in the meantime.</p>
          ) : (
            <NotVisible owner={owner}>{isDelayed ? undefined : afterApproval(owner)}</NotVisible>
          )}
        </Notice>
      ) : null}
      {canView || review === 'pending' ? null : review === 'approved' ? (
        <Waiting owner={owner} />
      ) : (
        <Restricted owner={owner} />
      )}
    </div>
  )
}

interface NotVisibleProps extends Pick<MemorialAlertsProps, 'owner'> {
  /** When it opens. */
  children?: string | undefined
}

function NotVisible({ owner: { full_name: name }, children }: NotVisibleProps) {
  return (
    <p>
      You can’t see {name ? `${name}’s` : 'this'} plan yet.{' '}
      {children ?? 'It opens after their death has been verified, or earlier if they share it.'}
    </p>
  )
}

function afterApproval({ full_name, release_wait_days: days }: AlertsOwner): string {
  if (days === 0) return 'If the certificate is approved, the plan opens right away.'
  return `If the certificate is approved, the plan opens ${count(days, 'day')} later: ${full_name ?? 'the owner'} asked for this waiting period.`
}

function Waiting({ owner }: Pick<MemorialAlertsProps, 'owner'>) {
  const isOver = useHasCome(owner.release_at)
  return (
    <Notice tone="info" title={`This memorial opens on ${formatDateTime(owner.release_at)}`}>
      The death has been verified, and the plan opens after a waiting period.
      {isOver ? ' It’s over now. Please refresh the page.' : ''}
    </Notice>
  )
}

function Restricted({ owner }: Pick<MemorialAlertsProps, 'owner'>) {
  const name = owner.full_name ?? 'The owner'
  // After a certificate that was not accepted, no one can say that nothing has happened.
  const isCalm = owner.death_review === 'none'
  if (needsAnother(owner)) {
    return (
      <Notice tone="warning" title="We need another photo of the death certificate">
        <p>
          We couldn’t check the last one as it is. Please send another one under Death Certificate. Nothing
          was rejected.
        </p>
        <NotVisible owner={owner} />
      </Notice>
    )
  }
  return (
    <Notice
      tone="info"
      title={isCalm ? `${name}’s plan is private. No death certificate has been submitted.` : undefined}
    >
      {isStoppedByOwner(owner) ? (
        <p>
          {name} stopped the release on {formatDateTime(owner.release_stopped_at)}.
        </p>
      ) : null}
      <NotVisible owner={owner} />
    </Notice>
  )
}
