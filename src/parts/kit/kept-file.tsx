import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'

export interface KeptFileProps {
  /** What the file is: "Document". */
  label: string
  /** The file that is saved now; null when there is none. */
  name: string | null
  /** Whether it is to be deleted when the form is saved. */
  removed: boolean
  disabled: boolean
  onRemovedChange: (removed: boolean) => void
}

/** The saved file of a row in its form, which can be marked for deletion and kept after all. */
export function KeptFile({ label, name, removed, disabled, onRemovedChange }: KeptFileProps) {
  const noun = label.toLowerCase()
  if (removed) {
    return (
      <Notice
        role="status"
        action={
          <Button disabled={disabled} onClick={() => onRemovedChange(false)}>
            Keep the {noun}
          </Button>
        }
      >
        The {noun} will be deleted when you save.
      </Notice>
    )
  }
  if (name === null) return null
  return (
    <div>
      <p className="mb-1.5 font-semibold">{label}</p>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-well px-4 py-2">
        <p className="min-w-0 wrap-anywhere">{name}</p>
        <Button variant="quiet" className="-mx-3" disabled={disabled} onClick={() => onRemovedChange(true)}>
          Remove {noun}
        </Button>
      </div>
    </div>
  )
}
