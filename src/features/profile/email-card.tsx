import { useState } from 'react'
import { useHeldUntil } from '@/account/new-browser-notice'
import { toastProblem } from '@/browser/toasts'
import { useSendCodeToCurrent } from '@/data/account/email-change'
import type { Profile } from '@/data/account/profiles'
import { type SessionUser, useUser } from '@/data/session/session'
import { emailForm } from '@/lib/validation'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Notice } from '@/ui/base/notice'
import { TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { inPage, onDemand } from '@/ui/late'
import { DescriptionList } from '@/ui/lists/description-list'
import { errorSentence } from '@/words/refusals'
import { useEmailChangeDraft } from './email-change-draft'
import type { Changed } from './email-change-steps'

// Few people change their address.
const EmailChangeSteps = onDemand(
  async () => (await import('./email-change-steps')).EmailChangeSteps,
  inPage({ loading: 'Loading the next step', errorTitle: 'Unable to load the next step', cards: 1 }),
)

/** The address that the person signs in with, and its change: codes prove first the old address, then the new one. */
export function EmailCard({ profile }: { profile: Pick<Profile, 'death_review'> }) {
  const user = useUser()
  const [draft, setDraft] = useEmailChangeDraft(user)
  const [changed, setChanged] = useState<Changed | null>(null)
  const [restarted, setRestarted] = useState(false)
  const isFixed = changed === null && profile.death_review === 'approved'
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
        ) : isFixed ? null : draft === null || changedElsewhere ? (
          <>
            {changedElsewhere ? (
              <Notice role="status" title="Changed in another window">
                Your address was changed in another window. Use the one above to sign in from now on.
              </Notice>
            ) : null}
            <StartForm user={user} focus={restarted} onCodeSent={begin} />
          </>
        ) : (
          <EmailChangeSteps draft={draft} onDraft={setDraft} onCancel={restart} onDone={finish} />
        )}
      </div>
      {isFixed ? <Notice className="mt-5">{errorSentence({ code: 'HW057' })}</Notice> : null}
    </Card>
  )
}

function ChangedNotice({ changed, onDone }: { changed: Changed; onDone: () => void }) {
  const { from, to, otherSessionsEnded } = changed
  return (
    <>
      <Notice tone="good" role="status" title="Email updated" action={<Button onClick={onDone}>Done</Button>}>
        You sign in with <strong className="wrap-anywhere">{to}</strong> from now on. We’ve told{' '}
        <span className="wrap-anywhere">{from}</span> about the change. Nothing else changes: not your plan,
        the people you’ve named or the people who’ve named you.
        {otherSessionsEnded ? ' Your other devices have been signed out.' : null}
      </Notice>
      {otherSessionsEnded ? null : (
        <Notice tone="warning" role="status" title="Your other devices may still be signed in">
          We couldn’t sign them out just now. Choose “Sign out everywhere” below.
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
  const isHeld = useHeldUntil() !== null
  const { field, busy, submit, ...form } = useForm({
    values: { email: '' },
    schema: emailForm,
    failsAt: 'email',
    send: async ({ email: newEmail }) => {
      if (user.email === '')
        return refuse(
          'Missing current email',
          'We don’t know your account’s email address. Please sign out and sign in again.',
        )
      if (newEmail === user.email) return refuse('Same email', 'Enter a different email address to update.')
      await sendCode.mutateAsync({ email: user.email })
      onCodeSent(newEmail)
    },
    onInvalid: ({ email = '' }) => tell('Invalid email', email),
  })
  const refuse = (title: string, message: string) => {
    tell(title, message)
    form.refuse('email', message)
  }

  return (
    <FormFrame
      busy={busy}
      submit={submit}
      submitLabel="Change email"
      busyLabel="Sending code..."
      disabled={isHeld}
    >
      <TextField
        label="New email"
        hint="We’ll send a code to your current address, and then one to the new one. Nothing changes until you’ve entered both. Then you’ll be signed out on your other devices."
        type="email"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={focus}
        disabled={isHeld}
        {...field('email')}
      />
    </FormFrame>
  )
}

/** The field shows the same message, so the toast disappears by itself. */
function tell(title: string, description: string) {
  toastProblem({ title, description }, { passing: true })
}
