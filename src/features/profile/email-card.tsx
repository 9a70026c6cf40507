import { useRef, useState } from 'react'
import {
  useSendCodeToCurrent,
  useSendCodeToNew,
  useTryCode,
  useUpdateEmail,
} from '@/data/account/email-change'
import type { Profile } from '@/data/account/profiles'
import { type SessionUser, useUser } from '@/data/session/session'
import { errorSentence, errorSentenceOnce, isNetworkError } from '@/lib/errors'
import { toastProblem } from '@/lib/toasts'
import { emailSchema } from '@/lib/validation'
import { Button } from '@/ui/button'
import { CodeForm } from '@/ui/forms/code-form'
import { TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useOneFieldForm } from '@/ui/forms/use-one-field-form'
import { useIsGone } from '@/ui/hooks/use-is-gone'
import { DescriptionList } from '@/ui/lists/description-list'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { type EmailChangeDraft, useEmailChangeDraft } from './email-change-draft'

interface Changed {
  from: string
  to: string
  otherSessionsEnded: boolean
}

/** The address that the person signs in with, and its change: codes prove first the old address, then the new one. */
export function EmailCard({ profile }: { profile: Pick<Profile, 'death_review'> }) {
  const user = useUser()
  const [draft, setDraft] = useEmailChangeDraft(user)
  const [changed, setChanged] = useState<Changed | null>(null)
  const [restarted, setRestarted] = useState(false)
  // The change was completed in another window.
  const changedElsewhere = draft !== null && draft.oldEmail !== user.email

  const begin = (newEmail: string) => {
    const now = Date.now()
    const from = { userId: user.id, oldEmail: user.email }
    setDraft({ ...from, newEmail, step: 'verify-old', startedAt: now, sentAt: now, problem: null })
  }
  const restart = () => {
    setRestarted(true)
    setChanged(null)
    setDraft(null)
  }
  const finish = (done: Changed) => {
    setChanged(done)
    setDraft(null)
  }

  return (
    <Card title="Account email">
      <div className="grid max-w-form grid-cols-1 gap-5">
        <DescriptionList
          items={[
            {
              term: 'Current email',
              value: <span className="wrap-anywhere">{changed?.to ?? user.email}</span>,
            },
          ]}
        />
        {changed ? (
          <ChangedNotice changed={changed} onDone={restart} />
        ) : profile.death_review === 'approved' ? (
          <Notice title="Your address can't be changed now">
            {errorSentence({ code: 'death_verified' })}
          </Notice>
        ) : draft === null || changedElsewhere ? (
          <>
            {changedElsewhere ? (
              <Notice role="status" title="Changed in another window">
                Your address was changed in another window. Use the one above to sign in from now on.
              </Notice>
            ) : null}
            <StartForm user={user} focus={restarted} onCodeSent={begin} />
          </>
        ) : draft.step === 'verify-old' ? (
          <CurrentStep draft={draft} onDraft={setDraft} onCancel={restart} />
        ) : (
          <NewStep draft={draft} onDraft={setDraft} onCancel={restart} onDone={finish} />
        )}
      </div>
    </Card>
  )
}

function ChangedNotice({ changed, onDone }: { changed: Changed; onDone: () => void }) {
  const { from, to, otherSessionsEnded } = changed
  return (
    <>
      <Notice tone="good" role="status" title="Email updated" action={<Button onClick={onDone}>Done</Button>}>
        You sign in with <strong className="wrap-anywhere">{to}</strong> from now on. We've told{' '}
        <span className="wrap-anywhere">{from}</span> about the change. Nothing else changes: not your plan,
        the people you've named or the people who've named you.
        {otherSessionsEnded ? ' Your other devices have been signed out.' : null}
      </Notice>
      {otherSessionsEnded ? null : (
        <Notice tone="warning" role="status" title="Your other devices may still be signed in">
          We couldn't sign them out just now. Choose “Sign out everywhere” below.
        </Notice>
      )}
    </>
  )
}

interface StartFormProps {
  user: SessionUser
  /** Whether the person returned to this step, so that the field takes the focus. */
  focus: boolean
  onCodeSent: (newEmail: string) => void
}

/** The first step: the new address. */
function StartForm({ user, focus, onCodeSent }: StartFormProps) {
  const sendCode = useSendCodeToCurrent()
  const { field, busy, submit, ...form } = useOneFieldForm({
    name: 'email',
    schema: async () => emailSchema,
    send: async (newEmail) => {
      if (user.email === '')
        return refuse(
          'Missing current email',
          "We don't know your account's email address. Please sign out and sign in again.",
        )
      if (newEmail === user.email) return refuse('Same email', 'Enter a different email address to update.')
      await sendCode.mutateAsync({ email: user.email })
      onCodeSent(newEmail)
    },
    onInvalid: (message) => tell('Invalid email', message),
  })
  const refuse = (title: string, message: string) => {
    tell(title, message)
    form.refuse(message)
  }

  return (
    <FormFrame busy={busy} submit={submit} submitLabel="Change email" busyLabel="Sending code...">
      <TextField
        label="New email"
        hint="We'll send a code to your current address, and then one to the new one. Nothing changes until you've entered both. Then you'll be signed out on your other devices."
        type="email"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={focus}
        {...field}
      />
    </FormFrame>
  )
}

interface StepProps {
  draft: EmailChangeDraft
  onDraft: (draft: EmailChangeDraft) => void
  onCancel: () => void
}

/** The second step: the code sent to the current address. A right code leads to the third step and sends its code. */
function CurrentStep({ draft, onDraft, onCancel }: StepProps) {
  const sendToCurrent = useSendCodeToCurrent()
  const sendToNew = useSendCodeToNew()
  const tryIt = useTryCode('email-change-old')
  const isGone = useIsGone()

  const verify = async (code: string) => {
    await tryIt.mutateAsync({ email: draft.oldEmail, code })
    if (isGone()) return
    // The next step begins even if its code could not be sent, because the code of this step is used up.
    const sent = await sendToNew.mutateAsync(draft.newEmail).then(
      () => ({ sentAt: Date.now(), problem: null }),
      async (error: unknown) => ({ sentAt: null, problem: await errorSentenceOnce(error) }),
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
        onMalformed={(words) => tell('Enter code', words)}
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
function NewStep({ draft, onDraft, onCancel, onDone }: StepProps & { onDone: (changed: Changed) => void }) {
  const { userId, oldEmail, newEmail } = draft
  const sendToNew = useSendCodeToNew()
  const tryIt = useTryCode('email-change-new')
  const update = useUpdateEmail()
  /** Whether the new address is proved; 'perhaps' when the answer was lost. */
  const proved = useRef<'no' | 'perhaps' | 'yes'>('no')
  const isGone = useIsGone()

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
        onMalformed={(words) => tell('Enter code', words)}
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
function tell(title: string, description: string) {
  toastProblem({ title, description }, { passing: true })
}
