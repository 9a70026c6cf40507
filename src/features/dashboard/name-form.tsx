import { fullNameSchema, useSaveFirstName } from '@/data/account/profiles'
import { errorCode, errorSentence } from '@/lib/errors'
import { toastProblem } from '@/lib/toasts'
import { TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useSubmitForm } from '@/ui/forms/use-submit-form'
import { Card } from '@/ui/page/card'
import { VisibilityNote } from '@/ui/visibility-note'

/** Asks a new person for their full name, once. */
export function NameForm({ userId, onSaved }: { userId: string; onSaved: () => void }) {
  const save = useSaveFirstName(userId)
  const { field, busy, submit } = useSubmitForm({
    schema: fullNameSchema,
    values: { full_name: '' },
    send: async (input) => {
      try {
        await save.mutateAsync(input)
      } catch (error) {
        // Another window saved a name first: the page shows that one, and this form disappears.
        if (errorCode(error) !== 'name_already_set') throw error
        toastProblem({ title: 'Error', description: errorSentence(error) }, { passing: true })
      }
      onSaved()
    },
    only: 'full_name',
  })

  return (
    <Card>
      <FormFrame busy={busy} submit={submit} submitLabel="Save my name">
        <TextField
          label="What is your full name?"
          hint="As your family and friends know you."
          autoComplete="name"
          {...field('full_name')}
        />
        <VisibilityNote>
          The people you designate see it: in the invitation that they get, and with your plan later.
        </VisibilityNote>
      </FormFrame>
    </Card>
  )
}
