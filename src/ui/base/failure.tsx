import type { ReactNode } from 'react'
import { errorSentence } from '@/words/refusals'
import { cx } from './cx'
import { Notice } from './notice'

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
  const sentence = errorSentence(problem)
  if (problem === null) return null
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
  const sentence = errorSentence(problem)
  if (problem === null) return null
  return (
    <p role="alert" className={cx('font-semibold text-danger', className)}>
      {children} {sentence}
    </p>
  )
}
