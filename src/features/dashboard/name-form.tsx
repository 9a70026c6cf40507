import { type FormEvent, useRef, useState } from 'react'
import { fullNameSchema, useSaveFirstName } from '@/data/account/profiles'
import { errorCode, errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/forms/field'
import { Card } from '@/ui/page/card'
import { VisibilityNote } from '@/ui/visibility-note'

/** Asks a new person for their full name, once. */
export function NameForm({ userId, onSaved }: { userId: string; onSaved: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const save = useSaveFirstName(userId)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const parsed = fullNameSchema.safeParse({ full_name: name })
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return field.current?.focus()
    try {
      await save.mutateAsync(parsed.data)
      onSaved()
    } catch (error) {
      setProblem(errorSentence(error))
      // The page has the other name by now, and this form is gone.
      if (errorCode(error) === 'name_already_set') onSaved()
      else field.current?.focus()
    }
  }

  return (
    <Card>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <TextField
          ref={field}
          label="What is your full name?"
          hint="As your family and friends know you."
          name="name"
          autoComplete="name"
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
        />
        <VisibilityNote>
          The people you designate see it: in the invitation that they get, and with your plan later.
        </VisibilityNote>
        <div>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save my name
          </Button>
        </div>
      </form>
    </Card>
  )
}
