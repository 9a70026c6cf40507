import { type FormEvent, useState } from 'react'
import { type Profile, useSaveWaitingPeriod, waitingPeriods } from '@/data/account/profiles'
import { errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { SelectField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'

const options = waitingPeriods.map((days) => ({
  value: String(days),
  label: days === 0 ? 'No waiting period' : days === 1 ? '1 day' : `${days} days`,
}))

/** How long the plan waits after a death certificate is approved; the owner's choice, fixed during a review. */
export function WaitingPeriodCard({ profile }: { profile: Profile }) {
  const saved = profile.release_wait_days
  const [chosen, setChosen] = useState<string | null>(null)
  const save = useSaveWaitingPeriod(profile.user_id)
  const isFixed = profile.death_review === 'pending' || profile.death_review === 'approved'
  const value = isFixed ? String(saved) : (chosen ?? String(saved))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const days = waitingPeriods.find((period) => String(period) === value)
    if (days === undefined || save.isPending) return
    save.mutate({ days, loaded: saved }, { onSuccess: () => setChosen(null) })
  }

  return (
    <Card title="Waiting period">
      <form onSubmit={submit} className="grid gap-5">
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
        <SelectField
          label="How long should your plan wait?"
          options={options}
          value={value}
          disabled={isFixed}
          onChange={(event) => {
            save.reset()
            setChosen(event.target.value)
          }}
        />
        {isFixed ? (
          <Notice title="The waiting period cannot change now">
            {errorSentence({ code: 'waiting_period_fixed' })}
          </Notice>
        ) : (
          <>
            {save.error ? (
              <Notice tone="danger" role="alert" title="Not saved">
                {errorSentence(save.error)}
              </Notice>
            ) : null}
            <div>
              <Button
                type="submit"
                variant="primary"
                disabled={value === String(saved) && !save.isPending}
                busy={save.isPending}
                busyLabel="Saving..."
              >
                Save waiting period
              </Button>
            </div>
          </>
        )}
      </form>
    </Card>
  )
}
