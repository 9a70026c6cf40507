import type { ReactNode } from 'react'
import { errorSentence } from '@/lib/errors'
import { Notice } from '@/ui/notice'

/** Says beside the buttons that something failed, and why. Nothing while `problem` is null. */
export function FailureNotice({
  title,
  problem,
  children,
}: {
  title: string
  /** What the last try threw. */
  problem: unknown
  /** Said after the error's own sentence. */
  children?: ReactNode
}) {
  if (problem === null) return null
  return (
    <Notice tone="danger" role="alert" title={title}>
      {errorSentence(problem)}
      {children}
    </Notice>
  )
}
