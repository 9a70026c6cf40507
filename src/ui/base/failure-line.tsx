import type { ReactNode } from 'react'
import { errorSentence } from '@/words/refusals'
import { cx } from './cx'

interface Props {
  /** The error from the last try; null shows nothing. */
  problem: unknown
  /** What failed, before the error's own sentence. */
  children?: ReactNode
  className?: string
}

/** Says in a line beside a button that something failed, and why. Where there is room, use FailureNotice. */
export function FailureLine({ problem, children, className }: Props) {
  const sentence = errorSentence(problem)
  if (problem === null) return null
  return (
    <p role="alert" className={cx('font-semibold text-danger', className)}>
      {children} {sentence}
    </p>
  )
}
