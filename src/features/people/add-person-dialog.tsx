import * as z from 'zod/mini'
import { toastDone, toastProblem } from '@/browser/toasts'
import { useSaveFirstName } from '@/data/account/profiles'
import { delayedMail } from '@/data/delayed-mail'
import { useAddDesignation } from '@/data/people/designations'
import { Constants } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'
import { emailSchema, fullNameSchema, requiredLine } from '@/lib/validation'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { ChoiceField, TextField } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'
import { errorSentence } from '@/words/refusals'
import { roles, roleWords } from '@/words/roles'
import { ContactPicker } from './contact-picker'

/** The table's checks allow the same. */
export const designationSchema = z.object({
  person_name: requiredLine('Enter the full name.', 120),
  person_email: emailSchema,
  role: z.enum(Constants.public.Enums.designation_role),
})
const withOwnName = z.extend(designationSchema, { own_name: fullNameSchema.shape.full_name })
const withoutOwnName = z.extend(designationSchema, { own_name: z.string() })

const choices = roles.map((role) => ({
  value: role,
  label: roleWords[role].name,
  hint: (
    <>
      {roleWords[role].description}.<span className="mt-1 block">{roleWords[role].toOwner}</span>
    </>
  ),
}))

interface Props {
  ownerId: string
  /** Invitations need the owner's name: if there is none, the dialog asks for it as well. */
  ownerHasName: boolean
  /** What a link has filled in. */
  prefilled: Partial<Pick<z.infer<typeof designationSchema>, 'person_name' | 'role'>>
  onClose: () => void
}

/** Adds a person and sends the invitation. What was typed stays until it is saved. */
export function AddPersonDialog({ ownerId, ownerHasName, prefilled, onClose }: Props) {
  const add = useAddDesignation(ownerId)
  const saveName = useSaveFirstName(ownerId)
  const sending = useForm({
    schema: ownerHasName ? withoutOwnName : withOwnName,
    values: { person_name: '', person_email: '', role: 'beneficiary', own_name: '', ...prefilled },
    send: async ({ own_name, ...person }) => {
      if (!ownerHasName) await saveName.mutateAsync({ full_name: own_name })
      const { mailError, delay } = await add.mutateAsync(person)
      onClose()
      if (mailError === null)
        toastDone(
          delay
            ? delayedMail('Added, and the invitation is on its way', delay)
            : { title: 'Added', description: `Invitation sent to ${person.person_email}.` },
        )
      // Their row says that no invitation has been sent yet, and sends it.
      else
        toastProblem(
          {
            title: 'Unable to send invitation',
            description: `${person.person_name} was added. ${errorSentence(mailError)}`,
          },
          { passing: true },
        )
    },
  })
  const { values, field, set, problem, forgetProblem } = sending
  const address = field('person_email')

  return (
    <SubmitDialog
      title="Add Person"
      description="We'll email them to ask if they accept. The email doesn't say what's in your plan."
      sending={sending}
      submitLabel="Add Person"
      busyLabel="Adding..."
      disabled={values.person_name.trim() === '' || values.person_email.trim() === ''}
      failureTitle="Error"
      failureNote={
        errorCode(problem) === 'name_already_set' ? ' To continue, choose “Add Person” again.' : null
      }
      onClose={onClose}
    >
      {ownerHasName ? null : (
        <TextField
          label="Your full name"
          hint="So they know who the invitation is from."
          autoComplete="name"
          {...field('own_name')}
        />
      )}
      <ContactPicker
        ownerId={ownerId}
        onChoose={(contact) => {
          set({ person_name: contact.name, person_email: contact.email })
          forgetProblem()
          sending.focus('person_name')
        }}
      />
      <TextField label="Full Name" {...field('person_name')} />
      <TextField
        label="Email Address"
        type="email"
        hint="They'll sign in with this address, so it must be their own."
        autoCapitalize="off"
        {...address}
        error={address.error && `Invalid email: ${address.error}`}
        onChange={({ target }) => {
          set({ person_email: target.value.toLowerCase() })
          // The message about the previous address does not apply to this one.
          forgetProblem()
        }}
      />
      <ChoiceField
        label="Role"
        hint="They can't see anything until after your death, unless you share your plan sooner."
        options={choices}
        {...field('role')}
      />
    </SubmitDialog>
  )
}
