import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { type Profile, type ReminderPeriod, reminderPeriods, useProfileForm } from '@/data/account/profiles'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { numberChoice } from '@/lib/validation'
import { Card } from '@/ui/base/card'
import { ChoiceField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'

const words: Record<ReminderPeriod, string> = {
  3: 'Every 3 months',
  6: 'Every 6 months',
  12: 'Once a year',
  0: 'Never',
}
const options = reminderPeriods.map((months) => ({ value: String(months), label: words[months] }))

const schema = z.object({ review_reminder_months: numberChoice })

/** How often the owner is asked whether the plan is still right. */
export function ReminderCard({ profile }: { profile: Profile }) {
  const editing = useVersionedForm({
    ...useProfileForm(profile),
    schema,
    toValues: (loaded) => ({ review_reminder_months: String((loaded ?? profile).review_reminder_months) }),
  })

  return (
    <Card title="Reminders">
      <VersionedForm editing={editing} what="this choice" submitLabel="Save reminder">
        <ChoiceField
          label="How often should we remind you to review your plan?"
          hint="We’ll email you when it’s time. If nothing has changed by then, one click on your dashboard confirms it."
          options={options}
          {...editing.field('review_reminder_months')}
        />
        {/* Before that, the dashboard has the button only once something is in the plan. */}
        {profile.plan_reviewed_at ? (
          <p>
            You last reviewed your plan on {formatDate(profile.plan_reviewed_at)}.{' '}
            <Link to={paths.dashboard}>Go to your dashboard</Link>
          </p>
        ) : (
          <p>You haven’t reviewed your plan yet.</p>
        )}
      </VersionedForm>
    </Card>
  )
}
