import { slowWords, useIsSlow } from '@/ui/hooks/use-is-slow'
import { cx } from './cx'

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
