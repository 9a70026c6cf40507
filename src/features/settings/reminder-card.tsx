import { Link } from 'react-router-dom'
import { type Profile, type ReminderPeriod, reminderPeriods, useSaveReminder } from '@/data/account/profiles'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ChoiceField } from '@/ui/forms/field'
import { SaveProblem } from '@/ui/forms/save-problem'
import { Card } from '@/ui/page/card'
import { useSetting } from './use-setting'

const words: Record<ReminderPeriod, string> = {
  3: 'Every 3 months',
  6: 'Every 6 months',
  12: 'Once a year',
  0: 'Never',
}
const options = reminderPeriods.map((months) => ({ value: String(months), label: words[months] }))

interface Props {
  profile: Profile
  /** Reads the profile again. Rejects when that fails. */
  reread: () => Promise<Profile>
}

/** How often the owner is asked whether the plan is still right. */
export function ReminderCard({ profile, reread }: Props) {
  const mutation = useSaveReminder(profile.user_id)
  const setting = useSetting({
    saved: profile.review_reminder_months,
    reread: async () => (await reread()).review_reminder_months,
    parse: (months) => reminderPeriods.find((period) => period === months),
    mutation,
  })

  return (
    <Card title="Reminders">
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setting.submit()
        }}
      >
        <ChoiceField
          label="How often should we remind you to look your plan over?"
          hint="By e-mail. If everything is still right, one press on your dashboard says so."
          name="reminder"
          options={options}
          value={String(setting.value)}
          onChange={(event) => setting.change(Number(event.target.value))}
        />
        <p>
          {profile.plan_reviewed_at
            ? `You last confirmed your plan on ${formatDate(profile.plan_reviewed_at)}.`
            : 'You have not confirmed your plan yet.'}{' '}
          <Link to={paths.dashboard}>Go to your dashboard</Link>
        </p>
        <SaveProblem what="this choice" {...setting.problem} />
        <div>
          <Button
            type="submit"
            variant="primary"
            disabled={!setting.isChanged}
            busy={mutation.isPending}
            busyLabel="Saving..."
          >
            Save reminder
          </Button>
        </div>
      </form>
    </Card>
  )
}
