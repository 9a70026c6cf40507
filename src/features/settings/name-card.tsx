import { Link } from 'react-router-dom'
import { type Profile, useProfileForm } from '@/data/account/profiles'
import { paths } from '@/lib/paths'
import { fullNameSchema } from '@/lib/validation'
import { Card } from '@/ui/base/card'
import { TextField } from '@/ui/forms/field'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'

/** The person's full name, and a link to the profile page. */
export function NameCard({ profile }: { profile: Profile }) {
  const editing = useVersionedForm({
    ...useProfileForm(profile),
    schema: fullNameSchema,
    toValues: (loaded) => ({ full_name: loaded?.full_name ?? '' }),
  })

  return (
    <Card title="Profile">
      <VersionedForm editing={editing} what="your name" submitLabel="Save Changes">
        <TextField
          label="Full name"
          hint="As your family and friends know you. The people you’ve named can see it."
          autoComplete="name"
          {...editing.field('full_name')}
        />
      </VersionedForm>
      <LeaveGuard
        isUnsaved={() => editing.isDirty}
        consequence="The name you typed isn’t saved yet. If you leave now, you’ll lose it."
      />
      <p className="mt-5">
        Your email address, your devices and whether your plan is private are on your{' '}
        <Link to={paths.profile}>profile page</Link>.
      </p>
    </Card>
  )
}
