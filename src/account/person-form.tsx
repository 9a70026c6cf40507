import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { toastDone, toastProblem } from '@/browser/toasts'
import { useSaveFirstName } from '@/data/account/profiles'
import { delayedMail } from '@/data/delayed-mail'
import { useAddDesignation } from '@/data/people/designations'
import { Constants } from '@/lib/database.types'
import { emailSchema, fullNameSchema, requiredLine } from '@/lib/validation'
import { ChoiceField, TextField } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'
import { errorSentence } from '@/words/refusals'
import { roleChoices } from './role-choices'

/** The table's checks allow the same. */
export const designationSchema = z.object({
  person_name: requiredLine('Enter the full name.', 120),
  person_email: emailSchema,
  role: z.enum(Constants.public.Enums.designation_role),
})
const withOwnName = z.extend(designationSchema, { own_name: fullNameSchema.shape.full_name })
const withoutOwnName = z.extend(designationSchema, { own_name: z.string() })

/** What a link has filled in. */
export type PrefilledPerson = Partial<Pick<z.infer<typeof designationSchema>, 'person_name' | 'role'>>

interface Given {
  ownerId: string
  /** Invitations need the owner's name: if there is none, the form asks for it as well. */
  ownerHasName: boolean
  prefilled: PrefilledPerson
  /** Called once the person was added, also when the invitation could not be sent. */
  onAdded: () => void
}

/** A form that names a person and sends the invitation. What was typed stays until it is saved. */
export function usePersonForm({ ownerId, ownerHasName, prefilled, onAdded }: Given) {
  const add = useAddDesignation(ownerId)
  const saveName = useSaveFirstName(ownerId)
  const form = useForm({
    schema: ownerHasName ? withoutOwnName : withOwnName,
    values: { person_name: '', person_email: '', role: 'beneficiary', own_name: '', ...prefilled },
    send: async ({ own_name, ...person }) => {
      if (!ownerHasName) await saveName.mutateAsync({ full_name: own_name })
      const { mailError, delay } = await add.mutateAsync(person)
      onAdded()
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
  const { person_name, person_email } = form.values
  return { ...form, isBlank: person_name.trim() === '' || person_email.trim() === '' }
}

interface FieldsProps {
  form: ReturnType<typeof usePersonForm>
  ownerHasName: boolean
  /** Stands above the person's name, such as a choice from the contacts. */
  children?: ReactNode
}

/** The fields of that form. */
export function PersonFields({ form: { field, set, forgetProblem }, ownerHasName, children }: FieldsProps) {
  const address = field('person_email')
  return (
    <>
      {ownerHasName ? null : (
        <TextField
          label="Your own name"
          hint="So they know who the invitation is from."
          autoComplete="name"
          {...field('own_name')}
        />
      )}
      {children}
      <TextField
        label="Full Name"
        hint={ownerHasName ? undefined : 'Of the person you name.'}
        {...field('person_name')}
      />
      <TextField
        label="Email Address"
        type="email"
        hint="They’ll sign in with this address, so it must be their own."
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
        hint="They can’t see anything until after your death, unless you share your plan sooner or choose parts of it for the first hours."
        options={roleChoices}
        {...field('role')}
      />
    </>
  )
}
