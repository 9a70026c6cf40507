import type { ReactNode } from 'react'
import { cx } from './cx'
import { Notice } from './notice'
import { ClosedNotice, useRefusal } from './way-out-of-closed'

/** Shows beside the buttons that something failed, and why. Shows nothing while `problem` is null. */
export function FailureNotice({
  title,
  problem,
  className,
  children,
}: {
  title?: string
  /** The error from the last try. */
  problem: unknown
  className?: string
  /** Shown after the error's own sentence. */
  children?: ReactNode
}) {
  const { closed, sentence } = useRefusal(problem)
  if (problem === null) return null
  if (closed) return <ClosedNotice closed={closed} className={className} />
  return (
    <Notice tone="danger" role="alert" title={title} className={className}>
      {sentence}
      {children}
    </Notice>
  )
}

interface FailureLineProps {
  /** The error from the last try; null shows nothing. */
  problem: unknown
  /** What failed, before the error's own sentence. */
  children?: ReactNode
  className?: string
}

/** Says in a line beside a button that something failed, and why. Where there is room, use FailureNotice. */
export function FailureLine({ problem, children, className }: FailureLineProps) {
  const { closed, sentence } = useRefusal(problem)
  if (problem === null) return null
  if (closed)
    return (
      <ClosedNotice closed={closed} className={className}>
        {children}
      </ClosedNotice>
    )
  return (
    <p role="alert" className={cx('font-semibold text-danger', className)}>
      {children} {sentence}
    </p>
  )
}
