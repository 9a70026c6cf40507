import { useRef } from 'react'
import { Button, type ButtonVariant } from '@/ui/base/button'

export interface ChooseFileProps {
  /** What kind of file is chosen, for assistive technology: "File of contacts". */
  label: string
  /** The accepted types and endings, for the browser's file dialog. */
  accept: string
  variant: ButtonVariant
  busy: boolean
  busyLabel?: string
  disabled?: boolean
  onChoose: (file: File) => void
  /** The words of the button. */
  children: string
}

/** A button that lets the person choose a file, which is read at once. */
export function ChooseFile({ label, accept, onChoose, ...button }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()} {...button} />
      <input
        ref={input}
        type="file"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Lets the same file be chosen again.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
