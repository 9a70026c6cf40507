import type { ReactNode } from 'react'
import { cx } from './cx'
import { slowWords, useIsSlow } from './slow-note'

/**
 * Wraps placeholders: tells assistive technology what is loading, and everyone when it takes long. What follows them on
 * the page is not shown before them (base.css), unless they take long.
 */
function Loading({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const isSlow = useIsSlow()
  return (
    <div role="status" className={isSlow ? undefined : 'placeholders'}>
      <span className="sr-only">{label}...</span>
      {isSlow ? <p className="mb-4 text-ink-soft">{slowWords}</p> : null}
      <div className={className}>{children}</div>
    </div>
  )
}

/** Bars of these widths, as placeholders for lines of text. */
function bars(widths: string[]) {
  return widths.map((width) => <div key={width} className={cx('placeholder-bar h-4', width)} />)
}

/** Replaces a whole page while the session or the page's code loads. */
export function SkeletonPage({ label = 'Loading' }: { label?: string }) {
  return (
    <Loading label={label} className="grid gap-5 py-2">
      {bars(['w-1/2', 'w-4/5'])}
      <div className="placeholder-bar mt-4 h-40 w-full" />
    </Loading>
  )
}

/** Replaces a list while it loads. @param props label is announced, not shown: "Loading your plan" */
export function SkeletonList({ label }: { label: string }) {
  return (
    <Loading label={label} className="divide-y divide-line rounded-card border border-line bg-sheet">
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid gap-3 p-5">
          {bars(['w-2/5', 'w-3/4'])}
        </div>
      ))}
    </Loading>
  )
}

/** Replaces cards while they load. @param props label is announced, not shown; count is how many to expect */
export function SkeletonCards({ label, count }: { label: string; count: number }) {
  return (
    <Loading label={label} className="grid gap-5 md:grid-cols-2">
      {Array.from({ length: count }, (_, index) => index).map((card) => (
        <div key={card} className="grid gap-3.5 rounded-card border border-line bg-sheet p-6">
          {bars(['w-1/2', 'w-full', 'w-11/12', 'w-2/3'])}
        </div>
      ))}
    </Loading>
  )
}

/** "Loading..." at the top of the screen, for what takes a while. Stand it in a live region where it should be announced. */
export function LoadingNote() {
  return (
    <p className="placeholder-bar fixed inset-x-0 top-0 z-50 mx-auto w-fit rounded-t-none bg-forest px-4 py-1 text-small text-on-forest print:hidden">
      Loading...
    </p>
  )
}

/** Keeps the room of its children while they can't be used yet: shown later, they would push down what follows. */
export function Reserved({ until, children }: { until: boolean; children: ReactNode }) {
  return (
    <div
      className={until ? 'contents' : 'invisible contents'}
      inert={!until}
      aria-hidden={!until || undefined}
    >
      {children}
    </div>
  )
}
