import type { ReactNode } from 'react'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import { useIsFrozen } from './plan-open'

/** Says that only these of the people named read a part, which can also open in the first hours. */
export const readOnlyBy = (readers: 'people' | 'trustees and executors') =>
  `Only the ${readers} you’ve named can see this, and only after your death unless you share it sooner or choose it for the first hours.`

/** Who reads most of the parts. */
export const readersOfPart = readOnlyBy('people')

/**
 * Shown under a group of fields to say who will see them and when: "The people you choose can read this after your
 * death is verified." Not in a frozen plan, which is open or is about to be: the top of the page says so.
 */
export function VisibilityNote({ children, className }: { children: ReactNode; className?: string }) {
  if (useIsFrozen()) return null
  return (
    <p className={cx('flex max-w-form gap-2.5 text-small text-ink-soft', className)}>
      <Icon name="eye" className="mt-0.5 shrink-0 text-heart" />
      <span>{children}</span>
    </p>
  )
}
