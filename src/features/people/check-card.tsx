import { type ComponentProps, useId } from 'react'

export interface CheckCardProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string
  hint?: string | undefined
}

/** A checkbox as a card, for choosing several options. Put a group of them into a fieldset. */
export function CheckCard({ label, hint, ...input }: CheckCardProps) {
  const id = useId()
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-edge bg-sheet px-4 py-2.5 hover:bg-forest-wash has-checked:border-forest has-checked:bg-forest-wash has-checked:ring-1 has-checked:ring-forest has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-heart has-disabled:cursor-default has-disabled:border-line has-disabled:bg-well">
      <input
        type="checkbox"
        {...input}
        aria-labelledby={`${id}-name`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-5.5 shrink-0 accent-forest focus-visible:outline-none"
      />
      <span className="min-w-0">
        <span id={`${id}-name`} className="font-semibold wrap-anywhere">
          {label}
        </span>
        {hint ? (
          <span id={`${id}-hint`} className="block text-ink-soft">
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  )
}
