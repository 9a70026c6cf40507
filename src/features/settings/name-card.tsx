import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { fullNameSchema, type Profile, useSaveFullName } from '@/data/account/profiles'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/forms/field'
import { SaveProblem } from '@/ui/forms/save-problem'
import { Card } from '@/ui/page/card'
import { useSetting } from './use-setting'

interface Props {
  profile: Profile
  /** Reads the profile again. Rejects when that fails. */
  reread: () => Promise<Profile>
}

/** The person's full name, and the way to what else is theirs. */
export function NameCard({ profile, reread }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const mutation = useSaveFullName(profile.user_id)
  const setting = useSetting({
    saved: profile.full_name,
    reread: async () => (await reread()).full_name,
    parse: (full_name) => {
      const parsed = fullNameSchema.safeParse({ full_name: full_name ?? '' })
      setError(parsed.error?.issues[0]?.message)
      if (!parsed.success) field.current?.focus()
      return parsed.data
    },
    mutation,
  })

  return (
    <Card title="Profile">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setting.submit()
        }}
      >
        <TextField
          ref={field}
          label="Full name"
          hint="As your family and friends know you. The people you designate see it."
          name="name"
          autoComplete="name"
          value={setting.value ?? ''}
          onChange={(event) => {
            setting.change(event.target.value)
            setError(undefined)
          }}
          error={error}
        />
        <SaveProblem what="your name" {...setting.problem} />
        <div>
          <Button type="submit" variant="primary" busy={mutation.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </div>
      </form>
      <p className="mt-5">
        Your e-mail address, and who may see your plan when, are on your{' '}
        <Link to={paths.profile}>profile page</Link>.
      </p>
    </Card>
  )
}
