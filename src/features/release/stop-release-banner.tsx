import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, profileQuery, useStopRelease } from '@/data/profiles'
import { useUser } from '@/data/session'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'

/** "I'm alive: stop this": on every screen of an owner whose death is being verified, waited out or acted upon. */
export function StopReleaseBanner() {
  const user = useUser()
  const { data: profile } = useQuery(profileQuery(user.id))
  const [asking, setAsking] = useState(false)
  const stop = useStopRelease()
  if (profile?.death_review !== 'pending' && profile?.death_review !== 'approved') return null
  return (
    <div className="mx-auto w-full max-w-wide px-4 pt-5 sm:px-6">
      <Notice
        tone="danger"
        role="alert"
        title="A death certificate was submitted for you"
        action={
          <Button variant="danger" onClick={() => setAsking(true)}>
            I'm alive: stop this
          </Button>
        }
      >
        <p>{situation(profile)}</p>
      </Notice>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open)
          if (!open) stop.reset()
        }}
        title="Stop this and close your plan?"
        consequence="The certificate is rejected, your plan is hidden at once, and everybody you named is told by e-mail that you stopped it."
        confirmLabel="I'm alive: stop this"
        busy={stop.isPending}
        busyLabel="Stopping..."
        error={stop.error ? errorSentence(stop.error) : undefined}
        onConfirm={() => stop.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </div>
  )
}

function situation(profile: Profile): string {
  if (profile.death_review === 'pending') {
    return 'It is being checked. If nobody stops it, your plan may be opened to the people you named.'
  }
  const opens = parseTimestamp(profile.release_at)
  return opens && opens.getTime() > Date.now()
    ? `It was approved. Your plan opens to the people you named on ${formatDateTime(profile.release_at)}.`
    : 'It was approved, and your plan is open to the people you named.'
}
