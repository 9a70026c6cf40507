import { type FormEvent, useEffect, useRef, useState } from 'react'
import { verifyCode } from '@/data/session'
import { codeSchema } from '@/lib/validation'
import { Button } from '@/ui/button'
import { CodeField } from '@/ui/field'
import { ResendCode } from './resend-code'
import { verifyProblem } from './sign-in-problems'

interface Props {
  email: string
  sentAt: number | null
  onSent: (email: string) => void
  onChangeEmail: () => void
}

/** The second step of sign-in: the code from the mail. The page itself leads on once the session has begun. */
export function CodeStep({ email, sentAt, onSent, onChangeEmail }: Props) {
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
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message)
    setBusy(true)
    setProblem(undefined)
    try {
      await verifyCode(email, parsed.data)
    } catch (error) {
      setBusy(false)
      refuse(verifyProblem(error))
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
      <Button type="submit" variant="primary" wide busy={busy} busyLabel="Verifying...">
        Verify Code
      </Button>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Button variant="quiet" onClick={onChangeEmail} disabled={busy} className="-ml-3">
          ← Change email
        </Button>
        <ResendCode
          email={email}
          sentAt={sentAt}
          onSent={() => {
            onSent(email)
            // The button that was just used rests for a minute; the code is what comes next.
            field.current?.focus()
          }}
        />
      </div>
    </form>
  )
}
