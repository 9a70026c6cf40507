import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { LIFTED_DAYS, useSetVisibilityHold } from '@/data/account/profiles'
import { type MemorialPreview, type Opening, openingQuery } from '@/data/memorial/memorial-preview'
import { count, inWords } from '@/lib/text'
import { planParts } from '@/parts'
import { inOrder, isReadBy } from '@/parts/kit/part'
import { FailureNotice } from '@/ui/base/failure'
import { Loaded } from '@/ui/base/loaded'
import { FormDialog } from '@/ui/dialogs/form-dialog'
import { ChoiceField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { roleWords } from '@/words/roles'

const lengths = [
  {
    value: 'open-for-days',
    label: `For ${LIFTED_DAYS} days, then hidden again`,
    hint: 'It hides again automatically. You can hide it sooner.',
  },
  { value: 'open', label: 'Until I hide it again', hint: 'It stays open until you change it.' },
] as const

const openingWords = {
  title: 'Close while it’s being opened?',
  consequence:
    'Your plan is being opened right now, and closing this doesn’t stop that. Look at “Who can see my plan” afterward: you can hide it again there.',
}

const schema = z.object({ length: z.enum(['open-for-days', 'open']) })

/**
 * Asks before the plan is opened during its owner's life: names the people who gain access, to what, and for how long.
 */
export function OpenPlanDialog({ ownerId, onClose }: { ownerId: string; onClose: () => void }) {
  const opening = useQuery(openingQuery(ownerId))
  const lift = useSetVisibilityHold()
  const { field, busy, problem, submit } = useForm({
    schema,
    values: { length: 'open-for-days' },
    send: async ({ length }) => {
      await lift.mutateAsync(length)
      onClose()
    },
  })
  return (
    <FormDialog
      unsaved={false}
      busy={busy}
      whileBusy={openingWords}
      onClose={onClose}
      title="Open your plan now?"
      description="Here’s what each person will be able to see right away. Please read it before you decide."
    >
      {(close) => (
        <FormFrame
          busy={busy}
          submit={submit}
          submitLabel="Open my plan"
          busyLabel="Opening..."
          disabled={opening.data === undefined}
          problem={<FailureNotice title="Failed to update" problem={problem} />}
          onCancel={close}
          cancelLabel="Keep it hidden"
        >
          <Loaded
            query={opening}
            loading="Checking who will see what"
            errorTitle="Unable to load designations"
          >
            {(loaded) => (
              <div className="grid gap-5">
                <Gains {...loaded} />
                <ChoiceField label="For how long?" options={lengths} {...field('length')} />
                <p className="text-ink-soft">
                  Hiding your plan again won’t undo what someone has already seen or saved. We’ll send you an
                  email to confirm.
                </p>
              </div>
            )}
          </Loaded>
        </FormFrame>
      )}
    </FormDialog>
  )
}

function Gains({ gains, notAccepted }: Opening) {
  return (
    <>
      {gains.length === 0 ? (
        <p className="font-semibold">
          No one has accepted your invitation yet, so nothing is shared with anyone yet.
        </p>
      ) : (
        <ul aria-label="Who will see what" className="grid gap-3">
          {gains.map((person) => (
            <li key={person.designation_id} className="rounded-control border border-line bg-well px-4 py-3">
              <p className="font-semibold">
                {person.person_name} <span className="font-normal">({roleWords[person.role].name})</span>
              </p>
              <p>{whatOpens(person)}</p>
            </li>
          ))}
        </ul>
      )}
      {notAccepted.length === 0 ? null : (
        <div>
          <p className="font-semibold">Not yet</p>
          <p>
            {inWords(notAccepted.map(({ person_name, role }) => `${person_name} (${roleWords[role].name})`))}{' '}
            {notAccepted.length === 1 ? 'hasn’t' : 'haven’t'} accepted your invitation and can’t see anything
            yet. Anyone who accepts while your plan is open will see it right away.
          </p>
        </div>
      )}
    </>
  )
}

const openedParts = inOrder(planParts, 'funeral', 'documents', 'contacts', 'accounts')

function whatOpens({ can_view, parts, message_ids, messages_later }: MemorialPreview): string {
  const opens = inWords([
    ...openedParts.flatMap((part) =>
      isReadBy(part, { canView: can_view, openParts: parts }) ? (part.gained ?? []) : [],
    ),
    ...(message_ids.length > 0 ? [count(message_ids.length, 'message')] : []),
  ])
  const later = messages_later > 0 ? ` On a later day: ${count(messages_later, 'message')}.` : ''
  return `Sees ${opens}.${message_ids.length === 0 ? ' No messages for them now.' : ''}${later}`
}
