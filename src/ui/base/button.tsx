import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { cx } from './cx'
import { Icon, type IconName } from './icons'

/**
 * How prominent a button is: one primary per view, secondary for the rest, quiet in rows, plain among the links of a
 * header, danger for what destroys, and alarm for what stops a release: nothing on the page is stronger.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'plain' | 'danger' | 'alarm'

const base =
  'inline-flex min-h-11 max-w-full items-center justify-center gap-2 rounded-control border py-2 wrap-anywhere text-balance no-underline transition-colors disabled:text-ink-soft disabled:no-underline print:hidden'

const boxed = 'px-5 font-semibold disabled:border-line disabled:bg-well'

const variants: Record<ButtonVariant, string> = {
  primary: `${boxed} border-transparent bg-forest text-on-forest hover:bg-forest-strong`,
  secondary: `${boxed} border-edge bg-sheet text-ink hover:border-forest hover:bg-forest-wash`,
  quiet:
    'quiet border-transparent bg-transparent px-3 font-semibold text-heart underline underline-offset-4 not-disabled:hover:bg-heart-wash max-sm:text-left',
  plain: 'border-transparent bg-transparent px-2.5 text-ink hover:underline',
  danger: `${boxed} border-danger bg-sheet text-danger hover:bg-danger-wash`,
  alarm: `${boxed} border-danger bg-alarm text-on-alarm hover:bg-alarm-strong max-sm:w-full`,
}

const cell = 'col-start-1 row-start-1 inline-flex min-w-0 items-center gap-2'

interface Look {
  variant?: ButtonVariant | undefined
  /** Shown before the words. */
  icon?: IconName | undefined
  /** Takes the whole width of its column. */
  wide?: boolean | undefined
}

function classes({ variant = 'secondary', icon, wide }: Look, className: string | undefined) {
  // Words in two lines stay beside their icon.
  return cx(base, icon ? 'text-left' : 'text-center', variants[variant], wide && 'w-full', className)
}

function Mark({ icon }: { icon: IconName | undefined }) {
  return icon ? <Icon name={icon} className="shrink-0" /> : null
}

export interface ButtonProps extends Look, ComponentProps<'button'> {
  /** While busy, presses are ignored, the focus stays, and assistive technology is told. */
  busy?: boolean | undefined
  /** Words while busy, such as "Sending code...". The button is always as wide as the longer of the two wordings. */
  busyLabel?: string | undefined
}

/**
 * A button; of type "button" unless said otherwise. A double-click and a key held down press it once. While busy it
 * keeps its width and its focus.
 */
export function Button({
  variant,
  icon,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Many people double-click everything: the second half is not a second wish. `detail` counts the clicks.
    // preventDefault also stops a form from being submitted twice, by click or by Enter.
    if (busy || event.detail > 1) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      className={classes({ variant, icon, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={handleClick}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
      }}
      {...rest}
    >
      {busyLabel === undefined && !busy ? (
        <>
          <Mark icon={icon} />
          {children}
        </>
      ) : (
        // Both wordings share a cell, so that the longer one sets the width; only one is seen and heard.
        <span className="grid justify-items-center">
          <span aria-hidden={busy || undefined} className={cx(cell, busy && 'invisible')}>
            <Mark icon={icon} />
            {children}
          </span>
          <span aria-hidden={!busy || undefined} className={cx(cell, !busy && 'invisible')}>
            {busy && <span className="spinner" aria-hidden="true" />}
            {busyLabel ?? children}
          </span>
        </span>
      )}
    </button>
  )
}

export interface ButtonLinkProps extends Look, LinkProps {}

/** A link that looks like a button. Use it for navigation, and Button for actions. */
export function ButtonLink({ variant, icon, wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link className={classes({ variant, icon, wide }, className)} {...rest}>
      <Mark icon={icon} />
      {children}
    </Link>
  )
}

/** The row of buttons at the end of a dialog or form; the first child is the main one. Stacks on narrow screens. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col gap-3 sm:flex-row">{children}</div>
}
