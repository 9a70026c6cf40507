import { useState } from 'react'
import type { Profile } from '@/data/account/profiles'
import { errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { onDemand } from '@/ui/page/on-demand'
import { periodWords } from './period-words'

const PeriodForm = onDemand(async () => (await import('./waiting-period-form')).WaitingPeriodForm)

/** How long the plan waits after a death certificate is approved; the owner's choice, fixed during a review. */
export function WaitingPeriodCard({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  const isFixed = profile.death_review === 'pending' || profile.death_review === 'approved'
  return (
    <Card
      title="Waiting period"
      actions={
        isFixed || changing ? null : (
          <Button onClick={() => setChanging(true)}>Change the waiting period</Button>
        )
      }
    >
      <div className="grid gap-5">
        <div className="grid max-w-prose gap-2">
          <p>
            <strong>{periodWords(profile.release_wait_days)}.</strong> Once someone on our team has approved
            your death certificate,{' '}
            {profile.release_wait_days === 0
              ? "your plan will open at once to the people you've named."
              : "your plan will wait this long before the people you've named can open it."}
          </p>
          <p>
            A waiting period protects you: if the certificate is a mistake, you'll have this time to stop it
            before anyone reads your plan. But a family often needs your funeral wishes within days.
          </p>
        </div>
        {isFixed ? (
          <Notice title="The waiting period cannot change now">
            {errorSentence({ code: 'waiting_period_fixed' })}
          </Notice>
        ) : null}
        {changing && !isFixed ? <PeriodForm profile={profile} onClose={() => setChanging(false)} /> : null}
      </div>
    </Card>
  )
}
