import type { Profile } from '@/data/account/profiles'
import { reviewTime, supportEmail } from '@/lib/env'

/** How to reach a person; nothing where none can be reached. */
export function ReachUs() {
  const email = supportEmail()
  return email ? (
    <p>
      Questions? Email us at{' '}
      <a href={`mailto:${email}`} className="wrap-anywhere">
        {email}
      </a>
      .
    </p>
  ) : null
}

/** Whether the owner ended the last review or release; an administrator's rejection has another time. */
export function isStoppedByOwner({
  death_review,
  death_reviewed_at,
  release_stopped_at,
}: Pick<Profile, 'death_review' | 'death_reviewed_at' | 'release_stopped_at'>): boolean {
  return (
    death_review === 'rejected' && Boolean(release_stopped_at) && release_stopped_at === death_reviewed_at
  )
}

/** A sentence, after a space, about how long a review takes; empty if the installation does not say. */
export function reviewTimeWords(): string {
  const time = reviewTime()
  return time ? ` A review usually takes ${time}.` : ''
}
