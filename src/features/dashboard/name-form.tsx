import { toastProblem } from '@/browser/toasts'
import { useSaveFirstName } from '@/data/account/profiles'
import { errorCode } from '@/lib/errors'
import { fullNameSchema } from '@/lib/validation'
import { VisibilityNote } from '@/parts/kit/visibility-note'
import { Card } from '@/ui/base/card'
import { TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { errorSentence } from '@/words/refusals'

/** Asks a new person for their full name, once. */
export function NameForm({ userId, onSaved }: { userId: string; onSaved: () => void }) {
  const save = useSaveFirstName(userId)
  const { field, busy, submit } = useForm({
    values: { full_name: '' },
    schema: fullNameSchema,
    failsAt: 'full_name',
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
          The people you name will see this in their invitation, and later in your plan.
        </VisibilityNote>
      </FormFrame>
    </Card>
  )
}
