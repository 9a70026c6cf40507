import type { ReactNode } from 'react'

/** The row of buttons at the end of a dialog or form; the first child is the main one. Stacks on narrow screens. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col gap-3 sm:flex-row">{children}</div>
}
