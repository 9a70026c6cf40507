import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { roleChoices } from '@/account/role-choices'
import { useMembership } from '@/data/membership/membership'
import { designationState } from '@/data/people/designation-state'
import { type Designation, useChangeRole } from '@/data/people/designations'
import { chosenFor, partAccessQuery } from '@/data/people/part-access'
import { Constants } from '@/lib/database.types'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { ChoiceField } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'
import { partsInWords, timingWords } from '@/words/part-readers'
import { type Role, roles, roleWords } from '@/words/roles'

const schema = z.object({ role: z.enum(Constants.public.Enums.designation_role) })

export interface ChangeRoleDialogProps {
  person: Designation
  onChanged: (role: Role) => void
  onClose: () => void
}

/** Asks which role a person is to have from now on. */
export function ChangeRoleDialog({ person, onChanged, onClose }: ChangeRoleDialogProps) {
  // Without a membership the owner can still give a role that sees less.
  const isLapsed = useMembership().data?.premium === false
  const change = useChangeRole()
  const { values, field, ...sending } = useForm({
    schema,
    values: { role: String(person.role) },
    send: async ({ role }) => {
      await change.mutateAsync({ designation_id: person.id, role })
      onChanged(role)
    },
  })
  const { person_name: name } = person
  const now = roleWords[person.role].name.toLowerCase()
  const offered = roleChoices.filter(
    ({ value }) => !isLapsed || roles.indexOf(value) <= roles.indexOf(person.role),
  )
  return (
    <SubmitDialog
      title={`Change ${name}’s role`}
      description={
        designationState(person) === 'accepted'
          ? `${name} is your ${now} now. A new role takes effect at once, and we’ll email them what it means.`
          : `${name} is asked to be your ${now}, and hasn’t accepted yet. The new role stands where they answer; an invitation that was sent before still says ${now}.`
      }
      sending={sending}
      submitLabel="Change role"
      busyLabel="Changing..."
      disabled={values.role === person.role}
      failureTitle="The role wasn’t changed"
      onClose={onClose}
    >
      <ChoiceField label="Role" options={offered} {...field('role')} />
      <WhatStays person={person} />
      {offered.length < roleChoices.length ? (
        <p className="text-ink-soft">For a role that sees more, you need a membership.</p>
      ) : null}
    </SubmitDialog>
  )
}

/** What the owner chose for this person alone, which no role changes. */
function WhatStays({ person }: Pick<ChangeRoleDialogProps, 'person'>) {
  const { data } = useQuery(partAccessQuery(person.owner_id))
  const chosen = chosenFor(person, data ?? [])
  const stays = timingWords.flatMap(({ timing, heading }) => {
    const parts = partsInWords(chosen.filter((one) => one.timing === timing).map(({ choice }) => choice))
    return parts ? `${heading}: ${parts}.` : []
  })
  return stays.length === 0 ? null : (
    <p>
      What you chose for {person.person_name} stays, whatever the role. {stays.join(' ')}
    </p>
  )
}
