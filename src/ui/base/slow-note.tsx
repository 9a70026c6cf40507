import { useEffect, useState } from 'react'
import { cx } from './cx'

/** After how long a person is told that something takes longer than usual, in milliseconds. */
const USUAL = 5_000

/** True once something has been going on for a while. @param busy whether it is going on @param after milliseconds */
export function useIsSlow(busy = true, after = USUAL): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), after)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy, after])
  return isSlow
}

/** What a person reads while something takes longer than usual. */
export const slowWords = 'This is taking longer than usual. Please check your connection.'

/** Says beside buttons that what they have started takes longer than usual. @param props more: what to know besides */
export function SlowNote({
  busy,
  more = '',
  className,
}: {
  busy: boolean
  more?: string
  className?: string
}) {
  const isSlow = useIsSlow(busy)
  return (
    <p role="status" className={cx('text-ink-soft empty:hidden', className)}>
      {isSlow ? `${slowWords}${more}` : null}
    </p>
  )
}
