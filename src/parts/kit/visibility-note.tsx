import type { ReactNode } from 'react'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'

/**
 * Shown under a group of fields to say who will see them and when: "The people you choose can read this after your
 * death is verified."
 */
export function VisibilityNote({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={cx('flex max-w-form gap-2.5 text-small text-ink-soft', className)}>
      <Icon name="eye" className="mt-0.5 shrink-0 text-heart" />
      <span>{children}</span>
    </p>
  )
}
