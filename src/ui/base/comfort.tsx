import type { ReactNode } from 'react'
import { cx } from './cx'

export const COMFORT_PANEL = 'comfort'

/** Opens the panel with text size, contrast and motion. The browser does that itself, so it works without the app. */
export function ComfortButton({ className }: { className?: string }) {
  return (
    <button
      type="button"
      popoverTarget={COMFORT_PANEL}
      className={cx('tall-link px-2.5 text-ink hover:underline print:hidden', className)}
    >
      Text size
    </button>
  )
}

interface ComfortPanelProps {
  /** Called when it is about to be shown. */
  onOpen?: () => void
  /** ComfortChoices. */
  children: ReactNode
}

/** Where the choices are shown: once in each frame, and empty until they are wanted where their code comes later. */
export function ComfortPanel({ onOpen, children }: ComfortPanelProps) {
  return (
    <div
      id={COMFORT_PANEL}
      popover="auto"
      role="dialog"
      aria-label="Make reading easier"
      onBeforeToggle={({ newState }) => newState === 'open' && onOpen?.()}
      className="m-auto max-h-full w-full max-w-[min(32rem,100%-1.5rem)] overflow-auto rounded-card border border-line bg-sheet p-5 text-ink shadow-raised backdrop:bg-shade sm:p-6 print:hidden"
    >
      {children}
    </div>
  )
}
