import { useContext, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PlanState, WhilePlanOpen } from '@/parts/kit/plan-open'
import { useOpenDialog } from '@/parts/kit/use-list-dialogs'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import type { Message } from '..'
import { LETTER } from '../words'
import { forgetLetterDraft, type LetterDraft, readLetterDrafts, rememberBegunLetter } from './letter-draft'
import { LetterWords } from './letter-sheet'

interface Props {
  ownerId: string
  /** The owner's messages, as they are saved. */
  messages: readonly Message[]
}

/** The letters of which this device keeps something that is not saved: to write on, or to let go. */
export function UnsavedLetters({ ownerId, messages }: Props) {
  // Dialogs, in which letters are written and saved, change the address as they open and close.
  const { search } = useLocation()
  const [leaving, setLeaving] = useState<LetterDraft | null>(null)
  if (search !== '') return null
  return (
    <>
      {readLetterDrafts(ownerId).map((draft) => (
        <Unsaved
          key={draft.id}
          draft={draft}
          isThere={draft.over === null || messages.some(({ id }) => id === draft.id)}
          onLetGo={() => setLeaving(draft)}
        />
      ))}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title="Discard what isn’t saved?"
        consequence={
          leaving?.over
            ? 'The letter stays as it was last saved. What you’ve written since will be gone.'
            : 'It’s only on this device. You won’t be able to get it back.'
        }
        confirmLabel="Discard"
        cancelLabel="Keep it"
        tone="danger"
        onConfirm={() => {
          if (leaving) forgetLetterDraft(ownerId, leaving.id)
          setLeaving(null)
        }}
      />
    </>
  )
}

interface UnsavedProps {
  draft: LetterDraft
  /** Whether it can still be saved: its letter may have been deleted meanwhile. */
  isThere: boolean
  onLetGo: () => void
}

function Unsaved({ draft, isThere, onLetGo }: UnsavedProps) {
  const open = useOpenDialog()
  const plan = useContext(PlanState)
  const { id, isNew, over, values } = draft
  const title = values.title.trim()
  const canWrite = isThere && plan === 'open'
  return (
    <Notice
      tone="warning"
      className="mb-5"
      title={title ? `“${title}” isn’t saved` : 'A letter isn’t saved'}
      action={
        <>
          {isThere ? (
            <WhilePlanOpen>
              <Button
                variant="primary"
                onClick={() => {
                  const isAdded = !isNew || over !== null
                  if (!isAdded) rememberBegunLetter(id)
                  open(isAdded ? `?edit=${id}` : `?add=${LETTER}`)
                }}
              >
                Continue writing
              </Button>
            </WhilePlanOpen>
          ) : null}
          <Button onClick={onLetGo}>Discard</Button>
        </>
      }
    >
      <p>
        {canWrite
          ? 'What you wrote is only on this device. No one will receive it until it’s saved.'
          : isThere
            ? 'What you wrote is only on this device, because your plan can’t be changed right now. You can copy it from here.'
            : 'This letter was deleted. What you wrote is still on this device, so you can copy it.'}
      </p>
      {canWrite ? null : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">What you wrote</summary>
          <LetterWords body={values.body} />
        </details>
      )}
    </Notice>
  )
}
