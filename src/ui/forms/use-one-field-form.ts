import { type ChangeEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { errorSentence } from '@/words/refusals'

interface OneFieldFormOptions<Input> {
  /** The field's name. */
  name: string
  /** Its first text. */
  initial?: string
  /** The schema that checks the text and turns it into what is sent. Asked for when the field takes the focus. */
  schema: () => Promise<z.ZodMiniType<Input, string>>
  /** Sends what was entered. Rejects on failure. */
  send: (input: Input) => Promise<unknown>
  /** Called with the message when what was entered is invalid; nothing is sent then. */
  onInvalid?: ((message: string) => void) | undefined
}

/**
 * A form with a single field, which does not need the form library (use-submit-form.ts) and whose checks may come after
 * the page. It is sent once at a time. What was entered stays when sending fails. A problem stands beside the field,
 * which takes the focus, and disappears as soon as the field changes.
 * @returns `field`, the props of the field; `busy` and `submit` for its button; `isSent`, after success; `refuse`, which
 * shows a problem; and `focus`, which moves the focus to the field
 */
export function useOneFieldForm<Input>({
  name,
  initial = '',
  schema,
  send,
  onInvalid,
}: OneFieldFormOptions<Input>) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [error, setError] = useState<string>()
  // Set at once, while `busy` comes with the next render: two presses may both come before it.
  const isRunning = useRef(false)

  const focus = () => input.current?.focus()
  const refuse = (message: string) => {
    setError(message)
    focus()
  }

  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setState('busy')
    setError(undefined)
    let isSent = false
    try {
      const { success, data, error: invalid } = (await schema()).safeParse(input.current?.value ?? '')
      if (success) {
        await send(data)
        isSent = true
      } else {
        const message = invalid.issues[0]?.message ?? ''
        refuse(message)
        onInvalid?.(message)
      }
    } catch (problem) {
      refuse(errorSentence(problem))
    } finally {
      isRunning.current = false
      setState(isSent ? 'sent' : 'idle')
    }
  }

  return {
    field: {
      name,
      ref: input,
      defaultValue: initial,
      error,
      onChange: (_event: ChangeEvent<HTMLInputElement>) => setError(undefined),
      // A schema that does not come is asked for again when the form is sent.
      onFocus: () => void schema().catch(() => {}),
    },
    busy: state === 'busy',
    isSent: state === 'sent',
    submit: () => void run(),
    refuse,
    focus,
  }
}
