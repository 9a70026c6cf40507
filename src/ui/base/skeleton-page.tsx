import type { ReactNode } from 'react'
import { slowWords, useIsSlow } from '@/ui/hooks/use-is-slow'
import { cx } from './cx'

/**
 * Wraps placeholders: tells assistive technology what is loading, and everyone when it takes long. What follows them on
 * the page is not shown before them (base.css), unless they take long.
 */
export function Loading({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
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
export function bars(widths: string[]) {
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
