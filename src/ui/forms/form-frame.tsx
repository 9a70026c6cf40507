import { createContext, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button, type ButtonProps, DialogActions } from '@/ui/base/button'
import { SlowNote } from '@/ui/base/slow-note'
import { useOneTap } from './use-one-tap'

export interface FormFrameProps extends Pick<ButtonProps, 'icon' | 'disabled' | 'wide' | 'variant'> {
  /** From useForm or useVersionedForm. */
  busy: boolean
  submit: () => void
  /** The button's words, and its words while busy. */
  submitLabel: string
  busyLabel?: string
  /** Why the last try failed, shown beside the buttons. */
  problem?: ReactNode
  /** Closes the dialog that holds the form; pressed while it is sent, too: see FormDialog. */
  onCancel?: (() => void) | undefined
  cancelLabel?: string
  /** The fields. */
  children: ReactNode
}

/**
 * Lets a field of a form hold back what is sent, until it knows what that is. The field hands over a promise: whether it
 * may be sent then. Outside of a form nothing happens.
 */
export const HoldBack = createContext<(isFit: Promise<boolean>) => void>(() => {})

/** A form: its fields, the problem and the buttons. The browser's own checks and autofill are off by default. */
export function FormFrame({
  busy,
  submit,
  submitLabel,
  busyLabel = 'Saving...',
  problem,
  onCancel,
  cancelLabel = 'Cancel',
  children,
  ...button
}: FormFrameProps) {
  const [held, setHeld] = useState(0)
  // "over": what was waited for is there, so that the next render, which knows it, sends.
  const [waiting, setWaiting] = useState<'no' | 'waiting' | 'over'>('no')
  const hold = (isFit: Promise<boolean>) => {
    setHeld((count) => count + 1)
    setWaiting((before) => (before === 'over' ? 'no' : before))
    const answer = isFit.catch(() => false)
    void answer.then((fits) => {
      setHeld((count) => count - 1)
      setWaiting((before) => (before === 'no' || !fits ? 'no' : 'over'))
    })
  }
  const oneTap = useOneTap()
  const send = useEffectEvent(submit)
  const isDue = waiting === 'over' && held === 0
  useEffect(() => {
    if (isDue) send()
  }, [isDue])
  const submitButton = (
    <Button
      type="submit"
      variant="primary"
      {...button}
      busy={busy || (held > 0 && waiting !== 'no')}
      busyLabel={busyLabel}
    >
      {submitLabel}
    </Button>
  )
  return (
    <form
      {...oneTap}
      noValidate
      autoComplete="off"
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (held > 0) setWaiting('waiting')
        else submit()
      }}
    >
      <HoldBack value={hold}>{children}</HoldBack>
      {problem}
      <SlowNote busy={busy} />
      {onCancel ? (
        <DialogActions>
          {submitButton}
          <Button onClick={onCancel}>{cancelLabel}</Button>
        </DialogActions>
      ) : (
        <div>{submitButton}</div>
      )}
    </form>
  )
}
