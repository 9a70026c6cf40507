import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorSentence } from '@/lib/errors'
import { codeSchema } from '@/lib/validation'
import { Button } from '@/ui/button'
import { CodeField } from './field'
import { ResendCode, type ResendCodeProps } from './resend-code'

export interface CodeFormProps extends ResendCodeProps {
  /** Tries the code. Rejects when it was not accepted. */
  onCode: (code: string) => Promise<unknown>
  /** What to say when it was not; the error's own sentence when left out. */
  problemOf?: ((error: unknown) => string) | undefined
  /** Told as well when what was typed is no code. */
  onMalformed?: ((words: string) => void) | undefined
  /** What the code does, where it is more than verified. */
  submit?: { label: string; busyLabel: string; tone: 'danger' } | undefined
  /** Leads away from this step: "← Change email". */
  backLabel: string
  onBack: () => void
}

/** The step at which a code from a mail is typed. Whoever draws it leads on once the code was accepted. */
export function CodeForm({
  onCode,
  problemOf = errorSentence,
  onMalformed,
  submit: words,
  backLabel,
  onBack,
  sentAt,
  resend,
  onSent,
}: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => field.current?.focus(), [])

  const refuse = (words: string | undefined) => {
    setProblem(words)
    field.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const parsed = codeSchema.safeParse(code)
    if (!parsed.success) {
      const words = parsed.error.issues[0]?.message
      onMalformed?.(words ?? '')
      return refuse(words)
    }
    setBusy(true)
    setProblem(undefined)
    try {
      await onCode(parsed.data)
    } catch (error) {
      setBusy(false)
      refuse(problemOf(error))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <CodeField
        ref={field}
        label="6-digit code"
        name="code"
        hint="The mail can take a minute to arrive. If you do not see it, look in your spam folder."
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      <Button
        type="submit"
        variant={words?.tone ?? 'primary'}
        wide
        busy={busy}
        busyLabel={words?.busyLabel ?? 'Verifying...'}
      >
        {words?.label ?? 'Verify Code'}
      </Button>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Button variant="quiet" onClick={onBack} disabled={busy} className="-ml-3">
          {backLabel}
        </Button>
        <ResendCode
          sentAt={sentAt}
          resend={resend}
          onSent={() => {
            onSent()
            // The button that was just used rests for a minute; the code is what comes next.
            field.current?.focus()
          }}
        />
      </div>
    </form>
  )
}
