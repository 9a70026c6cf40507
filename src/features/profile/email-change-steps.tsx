import { useRef } from 'react'
import { toastProblem } from '@/browser/toasts'
import {
  useSendCodeToCurrent,
  useSendCodeToNew,
  useTryCode,
  useUpdateEmail,
} from '@/data/account/email-change'
import { isNetworkError } from '@/lib/errors'
import { Notice } from '@/ui/base/notice'
import { CodeForm } from '@/ui/forms/code-form'
import { useUnmounted } from '@/ui/hooks/use-unmounted'
import { errorSentence } from '@/words/refusals'
import type { EmailChangeDraft } from './email-change-draft'

/** How a change of address ended. */
export interface Changed {
  from: string
  to: string
  otherSessionsEnded: boolean
}

interface StepProps {
  draft: EmailChangeDraft
  onDraft: (draft: EmailChangeDraft) => void
  onCancel: () => void
}

interface StepsProps extends StepProps {
  onDone: (changed: Changed) => void
}

/** The steps after the first code was asked for: codes prove the current address, and then the new one. */
export function EmailChangeSteps({ onDone, ...step }: StepsProps) {
  return step.draft.step === 'verify-old' ? <CurrentStep {...step} /> : <NewStep {...step} onDone={onDone} />
}

/** The second step: the code sent to the current address. A right code leads to the third step and sends its code. */
function CurrentStep({ draft, onDraft, onCancel }: StepProps) {
  const sendToCurrent = useSendCodeToCurrent()
  const sendToNew = useSendCodeToNew()
  const tryIt = useTryCode('email-change-old')
  const isGone = useUnmounted()

  const verify = async (code: string) => {
    await tryIt.mutateAsync({ email: draft.oldEmail, code })
    // Who has pressed "Cancel" meanwhile gets no more codes.
    if (isGone()) return
    // The next step begins even if its code could not be sent, because the code of this step is used up.
    const sent = await sendToNew.mutateAsync(draft.newEmail).then(
      () => ({ sentAt: Date.now(), problem: null }),
      async (error: unknown) => ({ sentAt: null, problem: errorSentence(error) }),
    )
    if (!isGone()) onDraft({ ...draft, ...sent, step: 'verify-new' })
  }

  return (
    <section aria-label="Verify current email" className="grid gap-5">
      <p>
        <strong>Step 1 of 2: your current address.</strong> We sent a 6-digit code to{' '}
        <strong className="wrap-anywhere">{draft.oldEmail}</strong>. It shows us that this change comes from
        you.
      </p>
      <CodeForm
        onCode={verify}
        onMalformed={tellMalformed}
        sentAt={draft.sentAt}
        resend={() => sendToCurrent.mutateAsync({ email: draft.oldEmail, again: true })}
        onSent={() => onDraft({ ...draft, sentAt: Date.now() })}
        backLabel="Cancel"
        onBack={onCancel}
      />
    </section>
  )
}

/** The third step: the code sent to the new address. A right code completes the change. */
function NewStep({ draft, onDraft, onCancel, onDone }: StepsProps) {
  const { userId, oldEmail, newEmail } = draft
  const sendToNew = useSendCodeToNew()
  const tryIt = useTryCode('email-change-new')
  const update = useUpdateEmail()
  /** Whether the new address is proved; 'perhaps' when the answer was lost. */
  const proved = useRef<'no' | 'perhaps' | 'yes'>('no')
  const isGone = useUnmounted()

  const verify = async (code: string) => {
    let refused: unknown = null
    if (proved.current !== 'yes') {
      try {
        await tryIt.mutateAsync({ email: newEmail, code })
        proved.current = 'yes'
      } catch (error) {
        if (isNetworkError(error)) proved.current = 'perhaps'
        if (proved.current === 'no' || isNetworkError(error)) throw error
        // If the answer to a right code was lost, the code is used up by now. The change itself shows whether it was
        // right.
        refused = error
      }
    }
    // Who has pressed "Start over" meanwhile wants no change now.
    if (isGone()) return
    try {
      const { otherSessionsEnded } = await update.mutateAsync({ userId, newEmail })
      onDone({ from: oldEmail, to: newEmail, otherSessionsEnded })
    } catch (error) {
      throw isNetworkError(error) ? error : (refused ?? error)
    }
  }

  return (
    <section aria-label="Verify new email" className="grid gap-5">
      <p>
        <strong>Step 2 of 2: your new address.</strong>{' '}
        {draft.problem === null ? 'We sent a 6-digit code to ' : 'The next code will go to '}
        <strong className="wrap-anywhere">{newEmail}</strong>.
      </p>
      {draft.problem === null ? null : (
        <Notice tone="danger" role="alert" title="Unable to send new code">
          <p>{draft.problem}</p>
          <p>Your current address is confirmed. To try again, choose “Resend code” below.</p>
        </Notice>
      )}
      <CodeForm
        onCode={verify}
        onMalformed={tellMalformed}
        sentAt={draft.sentAt}
        resend={() => sendToNew.mutateAsync(newEmail)}
        onSent={() => {
          proved.current = 'no'
          onDraft({ ...draft, sentAt: Date.now(), problem: null })
        }}
        backLabel="Start over"
        onBack={onCancel}
      />
    </section>
  )
}

/** The field shows the same message, so the toast disappears by itself. */
function tellMalformed(description: string) {
  toastProblem({ title: 'Enter code', description }, { passing: true })
}
