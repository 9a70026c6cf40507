import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'

export interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'className' | 'size'> {
  type: 'radio' | 'checkbox'
  label: string
  hint?: ReactNode
  /** Looks like a large button, for a question with two answers. */
  isButton?: boolean | undefined
}

const shapes = {
  row: 'items-start gap-3 bg-sheet px-4 py-2.5 hover:border-forest has-checked:bg-forest-wash',
  button:
    'relative min-h-18 items-center justify-center bg-sheet px-12 py-4 text-center text-lead hover:border-forest has-checked:bg-forest has-checked:text-on-forest',
}

const looks = {
  radio: 'radio-mark',
  checkbox: 'accent-forest',
}

/** A radio button or a checkbox as a card. Put a group of them into a fieldset. */
export function ChoiceCard({ type, label, hint, isButton = false, ...input }: ChoiceCardProps) {
  const id = useId()
  return (
    <label
      className={cx(
        'group flex min-h-11 cursor-pointer rounded-control border border-edge has-checked:border-forest has-checked:ring-1 has-checked:ring-forest has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-heart has-disabled:cursor-default has-disabled:border-line has-disabled:bg-well has-disabled:text-ink-soft',
        shapes[isButton ? 'button' : 'row'],
      )}
    >
      <input
        type={type}
        {...input}
        // A radio button is also named by its hint, which explains the choice.
        aria-labelledby={type === 'checkbox' ? `${id}-name` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={
          // Over the whole button, so that a press anywhere on it meets the control itself.
          isButton
            ? 'absolute inset-0 m-0 cursor-pointer opacity-0'
            : cx('mt-0.5 size-5.5 shrink-0 focus-visible:outline-none', looks[type])
        }
      />
      {isButton ? (
        <Icon
          name="check"
          className="invisible absolute inset-y-0 left-4 my-auto group-has-checked:visible"
        />
      ) : null}
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
