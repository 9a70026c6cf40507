import type { ReactNode } from 'react'
import { cx } from '@/ui/base/cx'

/** What is inside a band across the landing page: as wide as the header above it. */
export function Band({ className, children }: { className: string; children: ReactNode }) {
  return <div className={cx('mx-auto max-w-wide px-4 sm:px-6', className)}>{children}</div>
}
