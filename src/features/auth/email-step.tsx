import { useState } from 'react'
import { Button } from '@/ui/base/button'
import { isTooSoon } from '@/ui/forms/code-form'
import { TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'

const loadSchema = async () => (await import('@/lib/validation')).emailForm

interface Props {
  /** The address that was entered earlier. */
  initialEmail: string
  /** Whether the person returned to this step, so that the field takes the focus. */
  focus: boolean
  /** Sends a code to the address. */
  send: (email: string) => Promise<void>
  onSent: (email: string) => void
  /** Leads to the next step, using the code that was sent a moment ago. */
  onHasCode: (email: string) => void
}

/** The first step of sign-in: the address to send the code to. */
export function EmailStep({ initialEmail, focus, send, onSent, onHasCode }: Props) {
  const [recent, setRecent] = useState<string>()
  const { field, busy, submit } = useForm({
    values: { email: initialEmail },
    schema: loadSchema,
    failsAt: 'email',
    send: async ({ email }) => {
      setRecent(undefined)
      try {
        await send(email)
      } catch (error) {
        if (isTooSoon(error)) setRecent(email)
        throw error
      }
      onSent(email)
    },
  })

  const address = field('email')

  return (
    <FormFrame busy={busy} submit={submit} submitLabel="Send Code" busyLabel="Sending code..." wide>
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={focus}
        {...address}
        onChange={(event) => {
          setRecent(undefined)
          address.onChange(event)
        }}
      />
      {recent === undefined ? null : (
        <Button wide onClick={() => onHasCode(recent)}>
          I already have a code
        </Button>
      )}
    </FormFrame>
  )
}
