import type { ReactNode } from 'react'
import { Notice } from '@/ui/base/notice'
import { errorSentence } from '@/words/refusals'

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
