import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHeldUntil } from '@/account/new-browser-notice'
import { isHoldOn, type Profile, useSetVisibilityHold } from '@/data/account/profiles'
import { liveDesignations } from '@/data/people/designation-state'
import { designationsQuery } from '@/data/people/designations'
import { formatDateTime } from '@/lib/dates'
import { Badge } from '@/ui/base/badge'
import { Card } from '@/ui/base/card'
import { FailureNotice } from '@/ui/base/failure'
import { Notice } from '@/ui/base/notice'
import { Switch } from '@/ui/forms/switch'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { inDialog, onDemand } from '@/ui/late'
import { namesInWords } from '@/words/part-readers'
import { useCircle } from './use-circle'

const OpenPlanDialog = onDemand(async () => (await import('./open-plan-dialog')).OpenPlanDialog, inDialog)

/** The visibility hold: turned on with one press, lifted only after the owner has read who gains access to what. */
export function VisibilityCard({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false)
  const hide = useSetVisibilityHold()
  useHasCome(profile.hold_lifted_until)
  const isVerified = profile.death_review === 'approved'
  const isHidden = isHoldOn(profile)
  const { circle, readsNow } = useCircle(profile.user_id)
  const people = useQuery(designationsQuery(profile.user_id)).data
  const hasReaders = people && liveDesignations(people).length > 0
  const early = readsNow.map(({ name }) => name)
  // Putting it back on is always free.
  const isHeld = useHeldUntil() !== null && isHidden
  return (
    <Card
      title="Visibility control"
      aside={
        isVerified ? (
          <Badge>Death verified</Badge>
        ) : isHidden ? (
          <Badge tone={early.length > 0 ? 'warning' : 'waiting'}>
            {early.length > 0 ? 'Open in the first hours' : 'Hidden until released'}
          </Badge>
        ) : (
          <Badge tone="warning">Open now</Badge>
        )
      }
    >
      {isVerified ? (
        <Notice title="You can’t change the visibility hold now">
          It no longer decides who can see your plan. Once you stop the release, your plan will be private
          again.
        </Notice>
      ) : (
        <div className="grid gap-4">
          <Switch
            label="Visibility hold"
            hint={`While it’s on, the people you’ve named can’t see your plan until after your death${circle.length > 0 ? ', apart from what you chose for the first hours' : ''}.`}
            onLabel={early.length > 0 ? 'On: mostly private' : 'On: private'}
            offLabel="Off: shared"
            checked={isHidden || hide.isPending}
            disabled={isHeld}
            isSaving={hide.isPending}
            onCheckedChange={(on) => {
              if (hide.isPending) return
              hide.reset()
              if (on) hide.mutate('hidden')
              else setAsking(true)
            }}
          />
          <p className="max-w-prose">
            {isHidden ? hiddenWords(profile, early, hasReaders) : sharedWords(profile)}
          </p>
          <FailureNotice title="Failed to update" problem={hide.error} />
        </div>
      )}
      {asking ? <OpenPlanDialog ownerId={profile.user_id} onClose={() => setAsking(false)} /> : null}
    </Card>
  )
}

/**
 * @param early the names of the people to whom the first hours are open
 * @param hasReaders whether anyone is named; undefined while that is not known
 */
function hiddenWords(
  { death_review }: Profile,
  early: readonly string[],
  hasReaders: boolean | undefined,
): string {
  const isOpenEarly = early.length > 0
  const hidden = isOpenEarly
    ? `Your first hours are open: ${namesInWords(early)} can see what you chose for them. The rest of your plan is hidden.`
    : 'Your plan is hidden.'
  if (death_review === 'pending')
    return `${hidden} A death certificate for you is being checked, and if it’s approved, your plan opens. If you’re alive, stop that with the button at the top of the page.`
  if (hasReaders === undefined) return hidden
  if (!hasReaders) return `${hidden} After your death, no one could open it: no one is named who could.`
  const opens = `${hidden} After your death it will open automatically, once we’ve checked a death certificate and any waiting period is over.`
  // While first hours are open, someone alive has to close them.
  return isOpenEarly ? opens : `${opens} You don’t need to do anything.`
}

function sharedWords({ hold_lifted_until: until }: Profile): string {
  const end = until
    ? `It’s open until ${formatDateTime(until)}, and then it will be hidden again.`
    : 'It’s open until you hide it again.'
  return `Anyone who has accepted your invitation can see your plan now. What each person sees depends on their role and on what you chose for them. ${end}`
}
