import { useState } from 'react'
import { PlanChangedElsewhereError, PlanClosedError } from '@/data/funeral-plan'
import { errorCode, errorSentence, isNetworkError } from '@/lib/errors'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'

interface Props {
  /** What the last save threw; null when nothing went wrong. */
  problem: unknown
  saving: boolean
  onLoadOther: () => Promise<void>
  onSaveMine: () => void
}

/** Says beside the buttons why nothing was saved, and what can be done. What was typed stays in the fields. */
export function SaveProblem({ problem, saving, onLoadOther, onSaveMine }: Props) {
  if (problem === null) return null
  if (problem instanceof PlanChangedElsewhereError)
    return <ChangedElsewhere saving={saving} onLoadOther={onLoadOther} onSaveMine={onSaveMine} />
  // A first save that the policies refuse comes back as a refusal, a later one as "closed".
  const closed = problem instanceof PlanClosedError || errorCode(problem) === '42501'
  return (
    <Notice tone={closed ? 'warning' : 'danger'} role="alert" title="Not saved">
      {closed ? (
        <p>
          Your plan takes no changes at the moment: your membership has ended, or your death was reported and
          verified. What you typed is still here, so you can copy it.
        </p>
      ) : (
        <p>
          {isNetworkError(problem)
            ? 'We could not reach the server. What you typed is still here. Check your connection, then save again.'
            : errorSentence(problem)}
        </p>
      )}
    </Notice>
  )
}

function ChangedElsewhere({ saving, onLoadOther, onSaveMine }: Omit<Props, 'problem'>) {
  const [asking, setAsking] = useState(false)
  const [loading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string>()

  const load = async () => {
    setLoading(true)
    setFailure(undefined)
    try {
      await onLoadOther()
      setAsking(false)
    } catch (error) {
      setFailure(errorSentence(error))
    } finally {
      setLoading(false)
    }
  }

  return (
    <>
      <Notice
        tone="warning"
        role="alert"
        title="Not saved: your plan was changed elsewhere"
        action={
          <>
            <Button variant="primary" busy={saving} busyLabel="Saving..." onClick={onSaveMine}>
              Keep mine and save
            </Button>
            <Button disabled={saving} onClick={() => setAsking(true)}>
              Load the other version
            </Button>
          </>
        }
      >
        <p>
          After you opened this page, your plan was saved in another window or on another device. Nothing was
          overwritten, and what you typed is still here. Which one should stay?
        </p>
      </Notice>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Load the other version?"
        consequence="This page will show what was saved in the other window. What you typed here and did not save is lost."
        confirmLabel="Load the other version"
        cancelLabel="Keep what I typed"
        tone="danger"
        busy={loading}
        busyLabel="Loading..."
        error={failure}
        onConfirm={() => void load()}
      />
    </>
  )
}
