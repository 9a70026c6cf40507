import { useQuery } from '@tanstack/react-query'
import { isVisible, profileQuery } from '@/data/account/profiles'
import type { Designation } from '@/data/people/designations'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { Dialog } from '@/ui/dialogs/dialog'
import { TextArea } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { SaveProblem } from '@/ui/forms/versioned-form'
import { LETTER_LIMIT, type Letter, UNTITLED_LETTER } from '../data'
import { AddressNote, RecipientFields, TimingFields, TitleField } from '../fields'
import { holdsOpener, withOpener, withoutOpener } from './letter-text'
import { openers } from './openers'
import { useLetter } from './use-letter'

interface Props {
  ownerId: string
  /** The letter to change; null to write one. */
  row: Letter | null
  /** The owner's letters, among them perhaps the one that was begun in this tab. */
  known: readonly Letter[]
  /** The designees; null when they could not be loaded. */
  people: readonly Designation[] | null
  onClose: () => void
}

/** Writes a letter, or changes one. It is saved as it is written, and closing it loses nothing. */
export function LetterDialog({ ownerId, row, known, people, onClose }: Props) {
  const profile = useQuery(profileQuery(ownerId))
  const isShared = profile.data === undefined || (profile.data !== null && isVisible(profile.data))
  const letter = useLetter({ ownerId, row, known, isShared, onClose })
  const addressing = { form: letter, people, savedPerson: row?.for_beneficiary ?? null }
  const { body } = letter.values
  return (
    <Dialog
      onClose={letter.close}
      title={row ? 'Edit letter' : 'Write a letter'}
      description="A few lines are enough. Write as you speak."
    >
      <FormFrame
        busy={letter.busy}
        submit={letter.saveAndClose}
        submitLabel="Save letter"
        onCancel={letter.close}
        cancelLabel="Close"
        problem={
          <>
            <SaveProblem what="this letter" editing={letter} />
            <p role="status" className="text-small text-ink-soft empty:sr-only">
              {standing(letter, isShared && profile.data !== undefined)}
            </p>
          </>
        }
      >
        {letter.isRestored ? (
          <Notice role="status">
            This is what you wrote before. This device kept it, and it isn’t saved to your plan yet.
          </Notice>
        ) : null}
        <RecipientFields {...addressing} what="a letter" />
        <div className="grid grid-cols-1 gap-3 [&_textarea]:font-serif">
          <TextArea label="Your letter" rows={14} limit={LETTER_LIMIT} {...letter.field('body')} />
          <Openers body={body} onChange={(changed) => letter.set({ body: changed })} />
        </div>
        <TitleField form={letter} untitled={UNTITLED_LETTER} />
        <TimingFields form={letter} earliest={letter.earliest} />
        <AddressNote {...addressing} />
      </FormFrame>
      <LeaveGuard inDialog isUnsaved={() => letter.isDirty && !letter.isKept} />
    </Dialog>
  )
}

/** Where what is written is kept, in a sentence; null while there is nothing to say. */
function standing(
  { isDirty, isKept, isComplete, isSaved, busy, problem, values }: ReturnType<typeof useLetter>,
  isShared: boolean,
): string | null {
  if (busy) return 'Saving…'
  if (!isDirty) return isSaved ? 'Saved.' : null
  const kept = isKept
    ? 'This device keeps what you write.'
    : 'This browser can’t keep what you write, so please save it before you leave.'
  if (problem !== null) return kept
  if (values.audience === '') return `${kept} Choose who receives it, and we’ll save it as you write.`
  if (isShared)
    return `${kept} Your plan is shared now, so we’ll save it when you press “Save letter”: no one should read half a sentence.`
  return isComplete ? null : kept
}

interface OpenersProps {
  body: string
  onChange: (body: string) => void
}

/** Ways to begin, each of which can be put into the letter and left out again. */
function Openers({ body, onChange }: OpenersProps) {
  return (
    <details className="max-w-form">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Not sure how to begin?</summary>
      <ul className="grid grid-cols-1 gap-2">
        {openers.map((opener) => {
          const isIn = holdsOpener(body, opener)
          return (
            <li
              key={opener}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2"
            >
              <span className="min-w-0 flex-1 basis-60 font-serif">{opener}</span>
              <Button
                aria-label={`${isIn ? 'Leave out' : 'Put in'}: ${opener}`}
                onClick={() => onChange(isIn ? withoutOpener(body, opener) : withOpener(body, opener))}
              >
                {isIn ? 'Leave out' : 'Put in'}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
