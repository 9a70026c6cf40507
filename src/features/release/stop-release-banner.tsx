import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, profileQuery, useStopRelease } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { reviewTimeWords } from '@/reading/notices/review-words'
import { Button } from '@/ui/base/button'
import { Icon } from '@/ui/base/icons'
import { Strip } from '@/ui/base/notice'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { nothing, onDemand } from '@/ui/late'
import { NotChecked } from './not-checked'

// Few owners ever see it, and this is on every screen.
const ObjectionsLine = onDemand(async () => (await import('./objections-line')).ObjectionsLine, nothing)

/** "I'm alive: stop this": shown on every screen of an owner during a review, the waiting period and a release. */
export function StopReleaseBanner() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  const [asking, setAsking] = useState(false)
  const stop = useStopRelease()
  if (profile.data === undefined) {
    return profile.isError ? (
      <NotChecked query={profile}>
        We couldn’t check for death certificates submitted in your name.
      </NotChecked>
    ) : null
  }
  if (profile.data === null || !['pending', 'approved'].includes(profile.data.death_review)) return null
  return (
    <Strip className="border-t-4 border-danger bg-danger-wash">
      <div role="alert" className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="flex gap-3">
          <Icon name="danger" className="mt-0.5 shrink-0 text-danger" />
          <div>
            <p className="font-semibold">A death certificate was submitted for you</p>
            <p>{situation(profile.data)}</p>
            <ObjectionsLine ownerId={user.id} />
          </div>
        </div>
        <Button variant="alarm" onClick={() => setAsking(true)}>
          I’m alive: stop this
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Stop this and close your plan?"
        consequence="We’ll reject the certificate, make your plan private right away and email everyone who has accepted your invitation that you stopped it."
        confirmLabel="I’m alive: stop this"
        tone="alarm"
        busyLabel="Stopping..."
        onConfirm={() => stop.mutateAsync(undefined, { onSuccess: () => setAsking(false) })}
      />
    </Strip>
  )
}

function situation(profile: Profile): string {
  if (profile.death_review === 'pending') {
    return `We’re checking it now.${reviewTimeWords()} Unless you stop it, we may open your plan to the people you’ve named.`
  }
  const opens = parseTimestamp(profile.release_at)
  return opens && opens.getTime() > Date.now()
    ? `It was approved. Your plan opens to the people you’ve named on ${formatDateTime(profile.release_at)}.`
    : 'It was approved, and your plan is open to the people you’ve named.'
}
