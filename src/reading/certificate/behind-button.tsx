import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { Button } from '@/ui/base/button'

interface Props {
  /** What the button says behind which the form is, because most people come to read; without it the form is shown. */
  label: string | undefined
  /** The form. */
  children: ReactNode
}

/** The place of the form that submits a certificate. */
export function BehindButton({ label, children }: Props) {
  const [isOpen, setOpen] = useState(label === undefined)
  // Once shown, it stays, so that putting it away ends no upload and forgets no file.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  // The press is answered before the form is drawn.
  const isDrawn = useDeferredValue(wasOpen)
  const id = useId()
  return (
    <div className="mt-6 border-t border-line pt-5 print:hidden">
      {label === undefined ? null : (
        <Button
          icon={isOpen ? 'close' : 'chevron-down'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      )}
      <div id={id} hidden={!isOpen}>
        {isDrawn ? children : null}
      </div>
    </div>
  )
}
