import type { ReactNode } from 'react'

/** A band across the whole page, under its header. */
export function Strip({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <div className="mx-auto max-w-wide px-4 py-4 sm:px-6">{children}</div>
    </div>
  )
}
