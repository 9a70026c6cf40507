import type { ReactNode } from 'react'
import { Button } from './button'
import { cx } from './cx'

export interface EmptyStateProps {
  title: string
  /** Why this part of the plan matters, and how to start. */
  children: ReactNode
  /** The one button or link that starts it. */
  action?: ReactNode
}

/** What stands where a list or a plan will be. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-sheet px-5 py-10 sm:px-10">
      <div aria-hidden="true" className="rings absolute -right-24 -bottom-28 size-80 text-heart opacity-15" />
      <div className="relative max-w-prose">
        <h2 className="text-heading">{title}</h2>
        <div className="mt-2 text-ink-soft [&_p+p]:mt-2">{children}</div>
        {action ? <div className="mt-5 flex flex-wrap gap-3">{action}</div> : null}
      </div>
    </div>
  )
}

export interface ErrorPanelProps {
  /** A title of the error catalogue, such as "Unable to load funeral plan". */
  title: string
  /** What happened and what can be done, in a sentence of lib/errors; never a server's own message. */
  children: ReactNode
  /** Shows a "Try again" button. */
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  /** Another way on, beside "Try again". */
  action?: ReactNode
}

/** Stands where something could not be loaded, and offers another try. */
export function ErrorPanel({ title, children, onRetry, retrying, action }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="rounded-card border border-line border-l-4 border-l-danger bg-sheet p-5 sm:p-6"
    >
      <h2 className="text-title">{title}</h2>
      <div className="mt-1 max-w-prose">{children}</div>
      {onRetry || action ? (
        <div className="mt-4 flex flex-wrap gap-3">
          {onRetry ? (
            <Button onClick={onRetry} busy={retrying} busyLabel="Trying again…" icon="retry">
              Try again
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
    </div>
  )
}

interface SkeletonProps {
  /** Said to assistive technology and, after a while, to nobody else: "Loading your plan". */
  label: string
  /** How many rows or cards are likely to come. */
  count?: number
}

function Loading({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}…</span>
      {children}
    </div>
  )
}

function bars(widths: string[]) {
  return widths.map((width) => <div key={width} className={cx('placeholder-bar h-4', width)} />)
}

function numbers(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

/** Stands in for a list while it loads. */
export function SkeletonList({ label, count = 3 }: SkeletonProps) {
  return (
    <Loading label={label} className="divide-y divide-line rounded-card border border-line bg-sheet">
      {numbers(count).map((row) => (
        <div key={row} className="grid gap-3 p-5">
          {bars(['w-2/5', 'w-3/4'])}
        </div>
      ))}
    </Loading>
  )
}

/** Stands in for cards while they load. */
export function SkeletonCards({ label, count = 2 }: SkeletonProps) {
  return (
    <Loading label={label} className="grid gap-5 md:grid-cols-2">
      {numbers(count).map((card) => (
        <div key={card} className="grid gap-3.5 rounded-card border border-line bg-sheet p-6">
          {bars(['w-1/2', 'w-full', 'w-11/12', 'w-2/3'])}
        </div>
      ))}
    </Loading>
  )
}

/** Stands in for a whole page while the session or the page's code loads. */
export function SkeletonPage({ label = 'Loading' }: { label?: string }) {
  return (
    <Loading label={label} className="grid gap-5 py-2">
      {bars(['w-1/2', 'w-4/5'])}
      <div className="placeholder-bar mt-4 h-40 w-full" />
    </Loading>
  )
}
