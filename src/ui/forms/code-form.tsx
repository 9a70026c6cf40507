import { useEffect } from 'react'
import { Button } from '@/ui/base/button'
import { CodeField } from './field'
import { FormFrame } from './form-frame'
import { ResendCode, type ResendCodeProps } from './resend-code'
import { useOneFieldForm } from './use-one-field-form'

const loadSchema = async () => (await import('@/lib/validation')).codeSchema

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
  const { field, focus, ...sending } = useOneFieldForm({
    name: 'code',
    schema: loadSchema,
    send: onCode,
    onInvalid: onMalformed,
  })
  const { ref } = field
  useEffect(() => ref.current?.focus(), [ref])
  // Once the code was accepted, the next step is about to appear.
  const busy = sending.busy || sending.isSent

  return (
    <div className="grid gap-5">
      <FormFrame
        busy={busy}
        submit={sending.submit}
        submitLabel={words?.label ?? 'Verify Code'}
        busyLabel={words?.busyLabel ?? 'Verifying...'}
        variant={words?.tone ?? 'primary'}
        wide
      >
        <CodeField
          label="6-digit code"
          hint="The email can take a minute to arrive. If you don't see it, check your spam folder."
          {...field}
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
            focus()
          }}
        />
      </div>
    </div>
  )
}
