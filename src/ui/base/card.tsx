import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

export interface CardProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Shown as an h2, or at the level that `headingLevel` says. */
  title?: ReactNode
  headingLevel?: 2 | 3
  /** Shown to the right of the title: a badge, a link. */
  aside?: ReactNode
  /** Buttons at the end of the card. */
  actions?: ReactNode
  /** Makes this card stand out among others, such as the invitation that a link pointed to. */
  highlighted?: boolean
}

/** A box on the page that holds one topic. */
export function Card({
  title,
  headingLevel = 2,
  aside,
  actions,
  highlighted = false,
  className,
  children,
  ...rest
}: CardProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div
      className={cx(
        'rounded-card border bg-sheet p-5 shadow-card sm:p-6',
        highlighted ? 'border-heart ring-2 ring-heart' : 'border-line',
        className,
      )}
      {...rest}
    >
      {title || aside ? (
        <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          {title ? <Heading className="text-title">{title}</Heading> : null}
          {aside}
        </div>
      ) : null}
      {children}
      {actions ? <div className="row-of-actions mt-5 empty:hidden print:hidden">{actions}</div> : null}
    </div>
  )
}
