import type { ReactNode } from 'react'
import { cx } from './cx'

/** What is inside a band across a public page: as wide as the header above it. */
export function Band({ className, children }: { className: string; children: ReactNode }) {
  return <div className={cx('mx-auto max-w-wide px-4 sm:px-6', className)}>{children}</div>
}

/** A public page whose bands reach from edge to edge. */
export function Bands({ children }: { children: ReactNode }) {
  return <div className="-mx-4 overflow-x-clip sm:-mx-6">{children}</div>
}
