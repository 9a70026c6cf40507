import { type FormEvent, useEffect, useRef, useState } from 'react'
import { requestCode } from '@/data/session/session'
import { errorSentence } from '@/lib/errors'
import { emailSchema } from '@/lib/validation'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/forms/field'
import { isTooSoon } from '@/ui/hooks/use-cooldown'

interface Props {
  /** The address that was entered before. */
  initialEmail: string
  /** Whether the person came back to this step, and goes on typing. */
  focus: boolean
  onSent: (email: string) => void
  /** To the next step with the code that was sent a moment ago. */
  onHasCode: (email: string) => void
}

/** The first step of sign-in: the address that the code goes to. */
export function EmailStep({ initialEmail, focus, onSent, onHasCode }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(initialEmail)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [recent, setRecent] = useState<string>()

  useEffect(() => {
    if (focus) field.current?.focus()
  }, [focus])

  const refuse = (words: string | undefined) => {
    setProblem(words)
    field.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const parsed = emailSchema.safeParse(email)
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message)
    setBusy(true)
    setProblem(undefined)
    setRecent(undefined)
    try {
      await requestCode(parsed.data)
      onSent(parsed.data)
    } catch (error) {
      setBusy(false)
      if (isTooSoon(error)) setRecent(parsed.data)
      refuse(errorSentence(error))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <TextField
        ref={field}
        label="Email Address"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          setProblem(undefined)
          setRecent(undefined)
        }}
        error={problem}
      />
      {recent === undefined ? null : (
        <Button wide onClick={() => onHasCode(recent)}>
          Enter the code you have
        </Button>
      )}
      <Button type="submit" variant="primary" wide busy={busy} busyLabel="Sending code...">
        Send Code
      </Button>
    </form>
  )
}
