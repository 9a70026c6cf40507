import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { fullNameSchema, type Profile, useSaveFullName } from '@/data/profiles'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { TextField } from '@/ui/field'
import { SaveProblem } from '@/ui/save-problem'

interface Props {
  profile: Profile
  /** Reads the profile again. Does not reject. */
  reload: () => Promise<{ data: Profile | null | undefined; error: unknown }>
}

/** What was typed, and the name that it is to replace. */
interface Draft {
  text: string
  loaded: string | null
}

/** The person's full name, and the way to what else is theirs. */
export function NameCard({ profile, reload }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const save = useSaveFullName(profile.user_id)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string>()
  const { text, loaded } = draft ?? { text: profile.full_name ?? '', loaded: profile.full_name }

  const submit = (over: string | null) => {
    if (save.isPending) return
    const { data: input, error } = fullNameSchema.safeParse({ full_name: text })
    setProblem(error?.issues[0]?.message)
    if (!input) return field.current?.focus()
    save.mutate({ input, loaded: over }, { onSuccess: () => setDraft(null) })
  }
  const fresh = async (): Promise<Profile> => {
    const { data, error } = await reload()
    if (error || !data) throw error
    return data
  }

  return (
    <Card title="Profile">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(loaded)
        }}
      >
        <TextField
          ref={field}
          label="Full name"
          hint="As your family and friends know you. The people you designate see it."
          name="name"
          autoComplete="name"
          value={text}
          onChange={(event) => {
            setDraft({ text: event.target.value, loaded })
            setProblem(undefined)
          }}
          error={problem}
        />
        <SaveProblem
          what="your name"
          problem={save.error}
          saving={save.isPending}
          onLoadOther={async () => {
            await fresh()
            setDraft(null)
            save.reset()
          }}
          onSaveMine={() =>
            void fresh().then(
              ({ full_name }) => submit(full_name),
              () => submit(loaded),
            )
          }
        />
        <div>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
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
