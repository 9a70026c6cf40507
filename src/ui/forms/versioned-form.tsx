import { useState } from 'react'
import { errorCode } from '@/lib/errors'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ClosedNotice, useRefusal } from '@/ui/base/way-out-of-closed'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { FormFrame, type FormFrameProps } from './form-frame'

export interface VersionedFormProps
  extends Omit<FormFrameProps, 'busy' | 'submit' | 'problem'>,
    Pick<SaveProblemProps, 'what'> {
  editing: SaveProblemProps['editing'] & Pick<FormFrameProps, 'submit'> & { isDirty: boolean }
}

/**
 * A form that is saved over the version that it was filled with. On a page, where it is always there, its button waits
 * for a change; in a dialog, which is opened to save something, it does not.
 */
export function VersionedForm({ editing, what, ...frame }: VersionedFormProps) {
  const { busy, submit, isDirty } = editing
  return (
    <FormFrame
      disabled={frame.onCancel === undefined && !isDirty && !busy}
      {...frame}
      busy={busy}
      submit={submit}
      problem={<SaveProblem what={what} editing={editing} />}
    />
  )
}

export interface SaveProblemProps {
  /** What the person tried to save: "your plan", "this contact". */
  what: string
  /** From useVersionedForm. */
  editing: {
    busy: boolean
    /** The error from the last save; null when nothing went wrong. */
    problem: unknown
    /** Replaces what was typed with what was saved elsewhere. Rejects when that cannot be loaded. */
    loadOther: () => Promise<void>
    /** Overwrites what was saved elsewhere with what was typed. */
    saveMine: () => void
  }
}

/** Says beside the buttons why nothing was saved, and what to do. What was typed stays in the fields. */
export function SaveProblem({ what, editing }: SaveProblemProps) {
  const { problem } = editing
  const code = errorCode(problem)
  const { isOfClosedPlan, closed, sentence } = useRefusal(problem)
  if (problem === null) return null
  if (closed) return <ClosedNotice closed={closed} />
  if (code === 'changed_elsewhere') return <ChangedElsewhere what={what} editing={editing} />
  if (code === 'upload_cancelled')
    return (
      <Notice role="status" title="Upload canceled">
        Nothing was saved. What you typed and the file you chose are still here.
      </Notice>
    )
  return (
    <Notice tone={isOfClosedPlan ? 'warning' : 'danger'} role="alert" title="Error: not saved">
      {isOfClosedPlan || code === 'deleted_elsewhere' ? `${sentence} ${copyWords}` : sentence}
    </Notice>
  )
}

const copyWords = 'What you typed is still here, so you can copy it.'

function ChangedElsewhere({ what, editing }: SaveProblemProps) {
  const [asking, setAsking] = useState(false)

  return (
    <>
      <Notice
        tone="warning"
        role="alert"
        title={`Not saved: ${what} was changed in another window`}
        action={
          <>
            <Button variant="primary" busy={editing.busy} busyLabel="Saving..." onClick={editing.saveMine}>
              Keep mine and save
            </Button>
            <Button disabled={editing.busy} onClick={() => setAsking(true)}>
              Load the other version
            </Button>
          </>
        }
      >
        <p>
          After you opened it here, {what} was saved in another window or on another device. Nothing was
          overwritten, and what you typed is still here. Which version do you want to keep?
        </p>
      </Notice>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Load the other version?"
        consequence="You’ll see what was saved in the other window. You’ll lose what you’ve typed here and haven’t saved."
        confirmLabel="Load the other version"
        cancelLabel="Keep what I typed"
        tone="danger"
        busyLabel="Loading..."
        onConfirm={async () => {
          await editing.loadOther()
          setAsking(false)
        }}
      />
    </>
  )
}
