import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMembership } from '@/data/membership/membership'
import { circleOf } from '@/data/people/circle'
import type { Designation } from '@/data/people/designations'
import { ownFirstHoursQuery } from '@/data/people/first-hours'
import { useSetPartTiming } from '@/data/people/part-access'
import { inWords } from '@/lib/text'
import { Notice } from '@/ui/base/notice'
import { SubmitDialog } from '@/ui/dialogs/form-dialog'
import { ChoiceField } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'
import { type PartChoice, partChoices, type Timing } from '@/words/part-choices'
import { canBe, isWider, timings, timingWords } from '@/words/part-readers'
import { roleWords } from '@/words/roles'

const schema = z.object({ timing: z.enum(timings) })

interface Props {
  person: Designation
  choice: PartChoice
  /** When the person may read it as long as nothing is changed. */
  now: Timing
  onClose: () => void
}

/** Asks when a person may read one part of the plan. */
export function PartTimingDialog({ person, choice, now, onClose }: Props) {
  // Without a membership the owner can still take something away.
  const isLapsed = useMembership().data?.premium === false
  const set = useSetPartTiming()
  const { values, field, ...sending } = useForm({
    schema,
    values: { timing: String(now) },
    send: async ({ timing }) => {
      await set.mutateAsync({ designation_id: person.id, choice, timing })
      onClose()
    },
  })
  const { person_name: name, role } = person
  const { inSentence } = partChoices[choice]
  const possible = timingWords.filter(({ timing }) => canBe(choice, timing))
  const open = possible.filter(({ timing }) => !(isLapsed && isWider(timing, now)))
  return (
    <SubmitDialog
      title={`When can ${name} read your ${inSentence}?`}
      sending={sending}
      submitLabel="Save"
      busyLabel="Saving..."
      failureTitle="Not saved"
      onClose={onClose}
    >
      <ChoiceField
        label="Choose one"
        options={open.map(({ timing, heading, explain }) => ({
          value: timing,
          label: heading,
          hint: explain(name, [choice]),
        }))}
        {...field('timing')}
      />
      {values.timing === 'never' && now !== 'never' && role !== 'beneficiary' ? (
        <Notice
          tone="warning"
          title={`Your ${roleWords[role].name.toLowerCase()} won’t see your ${inSentence}`}
        >
          {name} may need them to do what you’re asking. If someone else should do it, name that person too.
        </Notice>
      ) : null}
      {values.timing === 'first_hours' && now !== 'first_hours' ? <BeforeTheFirst person={person} /> : null}
      {open.length < possible.length ? (
        <p className="text-ink-soft">To let {name} read more than now, you need a membership.</p>
      ) : null}
    </SubmitDialog>
  )
}

/** What an owner should know before someone can read a part without a certificate. */
function BeforeTheFirst({ person: { owner_id, id, person_name: name } }: { person: Designation }) {
  const { data } = useQuery(ownFirstHoursQuery(owner_id))
  const circle = data ? circleOf(data) : []
  const others = circle.filter(({ designation_id }) => designation_id !== id).map((member) => member.name)
  const isNew = !circle.some(({ designation_id }) => designation_id === id)
  return (
    <Notice
      title={
        isNew && others.length > 0 ? `${inWords([name, ...others])} will learn of each other` : undefined
      }
    >
      <p>
        The people who open it can copy what they read. You’re told at once, and so is everyone you chose for
        this. If you live with someone you’re afraid of, they may see these emails.
      </p>
    </Notice>
  )
}
