import { useState } from 'react'
import { useHeldUntil } from '@/account/new-browser-notice'
import type { Profile } from '@/data/account/profiles'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Notice } from '@/ui/base/notice'
import { inDialog, onDemand } from '@/ui/late'
import { periodWords } from './period-words'

const PeriodForm = onDemand(async () => (await import('./waiting-period-form')).WaitingPeriodForm, inDialog)

/** How long the plan waits after a death certificate is approved; the owner's choice, fixed during a review. */
export function WaitingPeriodCard({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  const isHeld = useHeldUntil() !== null
  const isApproved = profile.death_review === 'approved'
  const isFixed = isApproved || profile.death_review === 'pending'
  return (
    <Card
      title="Waiting period"
      actions={
        isFixed || changing ? null : (
          <Button disabled={isHeld} onClick={() => setChanging(true)}>
            Change the waiting period
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        <div className="grid max-w-prose gap-2">
          <p>
            <strong>{periodWords(profile.release_wait_days)}.</strong>{' '}
            {isApproved
              ? null
              : `After we approve a death certificate, your plan will ${profile.release_wait_days === 0 ? 'open right away' : 'wait this long before it opens'} to the people you’ve named.`}
          </p>
          {isApproved ? null : (
            <p>
              If the certificate is a mistake, a waiting period gives you time to stop it before your plan
              opens. But keep in mind that funeral wishes are often needed within days.
            </p>
          )}
        </div>
        {isFixed ? (
          <Notice title="You can’t change the waiting period now">
            A death certificate for you was {isApproved ? 'approved' : 'submitted'}. If you’re alive, choose
            “I’m alive: stop this” at the top of the page. Then you can change it.
          </Notice>
        ) : null}
        {changing && !isFixed ? <PeriodForm profile={profile} onClose={() => setChanging(false)} /> : null}
      </div>
    </Card>
  )
}
