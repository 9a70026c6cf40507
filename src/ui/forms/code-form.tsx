import { useId, useState } from 'react'
import { errorCode } from '@/lib/errors'
import { Button } from '@/ui/base/button'
import { useIsPast } from '@/ui/hooks/use-is-past'
import { errorSentence } from '@/words/refusals'
import { CodeField } from './field'
import { FormFrame } from './form-frame'
import { useForm } from './use-form'

const loadSchema = async () => (await import('@/lib/validation')).codeForm

export interface CodeFormProps extends ResendCodeProps {
  /** Tries the code. Rejects when the code was not accepted. */
  onCode: (code: string) => Promise<unknown>
  /** Also called when the typed text is not a code. */
  onMalformed?: ((words: string) => void) | undefined
  /** The button for a code that does more than verify. */
  submit?: { label: string; busyLabel: string; tone: 'danger' } | undefined
  /** The words of the link back to the previous step: "← Change email". */
  backLabel: string
  /** Pressed while a code is tried, too: what `onCode` does after that must not bring this step back. */
  onBack: () => void
}

/** The step where a code from a mail is typed. The caller shows the next step once the code was accepted. */
export function CodeForm({
  onCode,
  onMalformed,
  submit: words,
  backLabel,
  onBack,
  sentAt,
  resend,
  onSent,
}: CodeFormProps) {
  const [isAccepted, setAccepted] = useState(false)
  const { field, focus, busy, submit } = useForm({
    values: { code: '' },
    schema: loadSchema,
    failsAt: 'code',
    send: async ({ code }) => {
      await onCode(code)
      setAccepted(true)
    },
    onInvalid: ({ code = '' }) => onMalformed?.(code),
  })

  return (
    <div className="grid gap-5">
      <FormFrame
        // Once the code was accepted, the next step is about to appear.
        busy={busy || isAccepted}
        submit={submit}
        submitLabel={words?.label ?? 'Verify Code'}
        busyLabel={words?.busyLabel ?? 'Verifying...'}
        variant={words?.tone ?? 'primary'}
        wide
      >
        <CodeField
          label="6-digit code"
          hint="The email can take a minute to arrive. If you don’t see it, check your spam folder."
          autoFocus
          {...field('code')}
        />
      </FormFrame>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Button variant="quiet" onClick={onBack} className="-ml-3">
          {backLabel}
        </Button>
        <ResendCode
          sentAt={sentAt}
          resend={resend}
          onSent={() => {
            onSent()
            // The button that was just pressed is disabled for a minute, so the focus moves to the code.
            focus('code')
          }}
        />
      </div>
    </div>
  )
}

interface ResendCodeProps {
  /** When the last code was asked for, in milliseconds; null for never. */
  sentAt: number | null
  /** Asks for another code. Rejects when no code was sent. */
  resend: () => Promise<unknown>
  /** Called when a code was sent, now or within the last minute. */
  onSent: () => void
}

/** "Resend code", disabled for a minute after each code. */
function ResendCode({ sentAt, resend, onSent }: ResendCodeProps) {
  const wordsId = useId()
  const waiting = useCooldown(sentAt)
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | { problem: string; passes: boolean }>('idle')
  // The message that it was too soon is only true for a minute.
  const problem = typeof state === 'object' && (waiting || !state.passes) ? state.problem : null

  const send = async () => {
    setState('busy')
    try {
      await resend()
      setState('sent')
      onSent()
    } catch (error) {
      setState({ problem: errorSentence(error), passes: isTooSoon(error) })
      if (isTooSoon(error)) onSent()
    }
  }

  return (
    <div className="-ml-3 max-w-full min-w-0 sm:-mr-3 sm:ml-0 sm:text-right">
      <Button
        variant="quiet"
        onClick={() => void send()}
        disabled={waiting}
        busy={state === 'busy'}
        busyLabel="Sending code..."
        aria-describedby={wordsId}
      >
        Resend code
      </Button>
      <div id={wordsId} role="status" className="px-3 text-small text-ink-soft">
        {state === 'sent' && waiting ? <p>A new code is on its way.</p> : null}
        {problem !== null ? (
          <p className="font-semibold text-danger">{problem}</p>
        ) : waiting ? (
          <p>You can ask for another code in a minute.</p>
        ) : null}
      </div>
    </div>
  )
}

/** How long until another code can be sent to the same address, in milliseconds. */
export const RESEND_COOLDOWN = 60_000

/** Whether an error means that a code was sent too recently to send another. */
export function isTooSoon(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'over_email_send_rate_limit' || code === 'HW054'
}

/**
 * Whether the wait for another code is still on. Renders again when it is over.
 * @param sentAt when the last code was requested, in milliseconds; null for never
 */
function useCooldown(sentAt: number | null): boolean {
  const isOver = useIsPast(sentAt === null ? null : sentAt + RESEND_COOLDOWN)
  return sentAt !== null && !isOver
}
