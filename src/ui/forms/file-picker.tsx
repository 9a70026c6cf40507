import { type DragEvent, useContext, useId, useRef, useState } from 'react'
import { type CheckedFile, checkDocument, documentTypes } from '@/lib/files/file-rules'
import { formatSize } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import { FieldProblem, LabelWords } from './field'
import { HoldBack } from './form-frame'

export interface FilePickerProps {
  label: string
  /** Says "(optional)" after the label. */
  optional?: boolean | undefined
  /** What is accepted, in words. */
  hint: string
  file: File | null
  onChange: (file: File | null) => void
  disabled?: boolean | undefined
  /** What is accepted, when it is not a document. */
  accept?: { types: string; check: (file: File) => Promise<CheckedFile> }
}

const document = { types: documentTypes, check: checkDocument }

/** Takes one document, by drag and drop or with "Browse files", and shows its name and size with "Remove". */
export function FilePicker({
  label,
  optional,
  hint,
  file,
  onChange,
  disabled = false,
  accept = document,
}: FilePickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // Until it is checked, the form holds no file: sent now, it would go without the one just chosen.
  const hold = useContext(HoldBack)
  const latest = useRef<File | undefined>(undefined)
  const take = (chosen: File | undefined) => {
    if (!chosen || disabled) return
    latest.current = chosen
    hold(check(chosen))
  }
  const check = async (chosen: File): Promise<boolean> => {
    const checked = await accept.check(chosen)
    // Another file was chosen while this one was being read.
    if (latest.current !== chosen) return true
    setProblem(checked.problem ?? null)
    // A refused file also replaces the old one, so that a file the person meant to replace is never sent.
    onChange(checked.file ?? null)
    return !checked.problem
  }
  const clear = () => {
    latest.current = undefined
    setProblem(null)
    onChange(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  const described = problem ? `${id}-hint ${id}-problem` : `${id}-hint`
  return (
    <div className="max-w-form">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        <LabelWords label={label} optional={optional} />
      </label>
      <section
        aria-label={`Drop area for: ${label}`}
        className={cx(
          'grid justify-items-center gap-3 rounded-card border-2 border-dashed px-5 py-8 text-center',
          over ? 'border-forest bg-forest-wash' : 'border-edge bg-sheet',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" className="size-8 text-heart" />
        <p id={`${id}-hint`}>{hint}</p>
        <input
          ref={input}
          id={id}
          type="file"
          className="sr-only"
          tabIndex={-1}
          accept={accept.types}
          aria-describedby={described}
          disabled={disabled}
          onChange={(event) => {
            take(event.target.files?.[0])
            // Lets the same file be chosen again after "Remove".
            event.target.value = ''
          }}
        />
        <Button
          aria-label={`Browse files: ${label}`}
          aria-describedby={described}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          Browse files
        </Button>
      </section>
      <div aria-live="polite">
        {problem ? <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem> : null}
        {file ? (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-well px-4 py-2">
            <p className="min-w-0 wrap-anywhere">
              {file.name} <span className="text-ink-soft">({formatSize(file.size)})</span>
            </p>
            <Button variant="quiet" className="-mx-3" disabled={disabled} onClick={clear}>
              Remove
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  )
}
