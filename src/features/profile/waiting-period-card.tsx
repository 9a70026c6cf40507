import * as z from 'zod/mini'
import { type Profile, useProfileForm, waitingPeriods } from '@/data/account/profiles'
import { count } from '@/lib/count'
import { errorSentence } from '@/lib/errors'
import { numberChoice } from '@/lib/validation'
import { SelectField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'

const options = waitingPeriods.map((days) => ({
  value: String(days),
  label: days === 0 ? 'No waiting period' : count(days, 'day'),
}))

const select = { label: 'How long should your plan wait?', options }
const schema = z.object({ release_wait_days: numberChoice })

/** How long the plan waits after a death certificate is approved; the owner's choice, fixed during a review. */
export function WaitingPeriodCard({ profile }: { profile: Profile }) {
  const isFixed = profile.death_review === 'pending' || profile.death_review === 'approved'
  return (
    <Card title="Waiting period">
      <div className="grid gap-5">
        <div className="grid max-w-prose gap-2">
          <p>
            After we approve a death certificate, your plan waits this long before it opens to the people
            you've named. With no waiting period, it opens right away.
          </p>
          <p>
            If the certificate is a mistake, you have this long to stop it before your plan opens. But keep in
            mind that funeral wishes are often needed within days.
          </p>
        </div>
        {isFixed ? (
          <>
            <SelectField {...select} value={String(profile.release_wait_days)} disabled />
            <Notice title="You can't change the waiting period now">
              {errorSentence({ code: 'waiting_period_fixed' })}
            </Notice>
          </>
        ) : (
          <PeriodForm profile={profile} />
        )}
      </div>
    </Card>
  )
}

function PeriodForm({ profile }: { profile: Profile }) {
  const editing = useVersionedForm({
    ...useProfileForm(profile),
    schema,
    toValues: (loaded) => ({ release_wait_days: String((loaded ?? profile).release_wait_days) }),
  })
  return (
    <VersionedForm
      editing={editing}
      what="the waiting period"
      submitLabel="Save waiting period"
      disabled={!editing.isDirty && !editing.busy}
    >
      <SelectField {...select} {...editing.field('release_wait_days', { onChange: editing.forgetProblem })} />
    </VersionedForm>
  )
}
