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
            When a person on our side has checked and approved your death certificate, your plan waits this
            long before the people you named can open it. Without a waiting period it opens at once.
          </p>
          <p>
            A waiting period protects you: should the certificate be a mistake, you have this time to stop it
            before anybody reads your plan. But the wishes for a funeral are often needed within days.
          </p>
        </div>
        {isFixed ? (
          <>
            <SelectField {...select} value={String(profile.release_wait_days)} disabled />
            <Notice title="The waiting period cannot change now">
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
