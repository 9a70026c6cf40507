import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { fullNameSchema, useSaveFirstName } from '@/data/account/profiles'
import { designationSchema, useAddDesignation } from '@/data/people/designations'
import { errorCode, errorSentence } from '@/lib/errors'
import { toastDone, toastProblem } from '@/lib/toasts'
import { roleWords } from '@/plan/people/role-words'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/dialog'
import { ChoiceField, TextField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { ContactPicker } from './contact-picker'

const withOwnName = designationSchema.extend({ own_name: fullNameSchema.shape.full_name })
const withoutOwnName = designationSchema.extend({ own_name: z.string() })
type Form = z.input<typeof withOwnName>

const roles = (['beneficiary', 'trustee', 'executor'] as const).map((role) => ({
  value: role,
  label: roleWords[role].name,
  hint: roleWords[role].description,
}))

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  ownerId: string
  /** Without a name of their own nobody is asked for anything: the dialog then asks for it as well. */
  ownerHasName: boolean
}

/** Adds a person and sends the invitation. What was typed stays until it is saved. */
export function AddPersonDialog({ open, onOpenChange, ownerId, ownerHasName }: Props) {
  const add = useAddDesignation(ownerId)
  const saveName = useSaveFirstName(ownerId)
  const form = useForm<Form, unknown, z.output<typeof withOwnName>>({
    resolver: zodResolver(ownerHasName ? withoutOwnName : withOwnName),
    defaultValues: { person_name: '', person_email: '', role: 'beneficiary', own_name: '' },
  })
  const { errors } = form.formState
  const [name, email] = form.watch(['person_name', 'person_email'])
  const busy = add.isPending || saveName.isPending
  const forgetProblems = () => {
    add.reset()
    saveName.reset()
  }
  const close = () => {
    if (busy) return
    forgetProblems()
    onOpenChange(false)
  }
  const problem = saveName.error ?? add.error

  const submit = form.handleSubmit(
    async ({ own_name, ...person }) => {
      forgetProblems()
      try {
        if (!ownerHasName) await saveName.mutateAsync({ full_name: own_name })
        const { mailError } = await add.mutateAsync(person)
        form.reset()
        onOpenChange(false)
        if (mailError === null)
          toastDone({ title: 'Added', description: `Invitation sent to ${person.person_email}.` })
        else
          toastProblem({
            title: 'Unable to send invitation',
            description: `${person.person_name} was added. ${errorSentence(mailError)}`,
          })
      } catch {
        // The mutation holds the error; the notice below says it.
      }
    },
    (invalid) => {
      if (invalid.person_email) {
        toastProblem({
          title: 'Invalid email',
          description: invalid.person_email.message ?? 'Enter a valid email',
        })
      }
    },
  )

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title="Add Person"
      description="We send them an e-mail that asks whether they accept. It says nothing about what your plan contains."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
        {ownerHasName ? null : (
          <TextField
            label="Your full name"
            hint="The invitation says who asks."
            autoComplete="name"
            error={errors.own_name?.message}
            {...form.register('own_name')}
          />
        )}
        <ContactPicker
          ownerId={ownerId}
          onChoose={(contact) => {
            form.setValue('person_name', contact.name, { shouldDirty: true })
            form.setValue('person_email', contact.email, { shouldDirty: true })
            form.clearErrors(['person_name', 'person_email'])
            forgetProblems()
            form.setFocus('person_name')
          }}
        />
        <TextField label="Full Name" error={errors.person_name?.message} {...form.register('person_name')} />
        <TextField
          label="Email Address"
          type="email"
          hint="They sign in with this address, so it must be their own."
          autoCapitalize="off"
          error={errors.person_email?.message}
          {...form.register('person_email', {
            onChange: (event: { target: HTMLInputElement }) => {
              form.setValue('person_email', event.target.value.toLowerCase())
              // What was said of the other address is not true of this one.
              forgetProblems()
            },
          })}
        />
        <ChoiceField label="Role" options={roles} error={errors.role?.message} {...form.register('role')} />
        {problem ? (
          <Notice tone="danger" role="alert" title="Error">
            {errorSentence(problem)}
            {errorCode(problem) === 'name_already_set' ? ' To go on, press “Add Person” again.' : null}
          </Notice>
        ) : null}
        <DialogActions>
          <Button
            type="submit"
            variant="primary"
            disabled={name.trim() === '' || email.trim() === ''}
            busy={busy}
            busyLabel="Adding..."
          >
            Add Person
          </Button>
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
