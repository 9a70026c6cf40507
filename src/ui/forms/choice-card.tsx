import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '@/ui/base/cx'

export interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'className' | 'size'> {
  type: 'radio' | 'checkbox'
  label: string
  hint?: ReactNode
}

const looks = {
  radio: 'appearance-none rounded-full border-2 border-edge bg-sheet checked:border-7 checked:border-forest',
  checkbox: 'accent-forest',
}

/** A radio button or a checkbox as a card. Put a group of them into a fieldset. */
export function ChoiceCard({ type, label, hint, ...input }: ChoiceCardProps) {
  const id = useId()
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-edge bg-sheet px-4 py-2.5 hover:bg-forest-wash has-checked:border-forest has-checked:bg-forest-wash has-checked:ring-1 has-checked:ring-forest has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-heart has-disabled:cursor-default has-disabled:border-line has-disabled:bg-well">
      <input
        type={type}
        {...input}
        // A radio button is also named by its hint, which explains the choice.
        aria-labelledby={type === 'checkbox' ? `${id}-name` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={cx('mt-0.5 size-5.5 shrink-0 focus-visible:outline-none', looks[type])}
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
