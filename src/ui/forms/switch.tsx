import * as Radix from '@radix-ui/react-switch'
import { type ReactNode, useEffect, useId } from 'react'

export interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** Whether what it shows is still being saved. The browser then asks before the tab is closed. */
  isSaving: boolean
  disabled?: boolean | undefined
  /** Words beside the switch for its two states. */
  onLabel?: string
  offLabel?: string
}

/** A setting that takes effect at once. Its state is shown beside it in words. */
export function Switch({
  label,
  hint,
  checked,
  onCheckedChange,
  isSaving,
  disabled,
  onLabel = 'On',
  offLabel = 'Off',
}: SwitchProps) {
  const id = useId()
  useEffect(() => {
    if (!isSaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSaving])
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint ? (
          <div id={`${id}-hint`} className="text-ink-soft">
            {hint}
          </div>
        ) : null}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true" className="font-semibold">
          {checked ? onLabel : offLabel}
        </span>
        <Radix.Root
          id={id}
          checked={checked}
          onCheckedChange={onCheckedChange}
          disabled={disabled}
          aria-busy={isSaving || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="flex h-11 w-18 shrink-0 items-center rounded-full border-2 border-edge bg-well p-1.5 transition-colors data-[state=checked]:border-forest data-[state=checked]:bg-forest disabled:opacity-60"
        >
          <Radix.Thumb className="block size-7 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-7 data-[state=checked]:bg-on-forest" />
        </Radix.Root>
      </div>
    </div>
  )
}
