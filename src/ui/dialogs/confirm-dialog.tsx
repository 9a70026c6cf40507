import { useState } from 'react'
import { onDemand } from '@/ui/base/on-demand'
import type { ConfirmDialogProps } from './dialog'

const Question = onDemand(async () => {
  const { ConfirmDialog } = await import('./dialog')
  return ({ question }: { question: ConfirmDialogProps; onClose: () => void }) => (
    <ConfirmDialog {...question} />
  )
})

/** Asks as ConfirmDialog in dialog.tsx does, on any page: the code of dialogs is not part of it. */
export function ConfirmDialog(question: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(question.open)
  if (question.open && !wasOpened) setWasOpened(true)
  return wasOpened ? <Question question={question} onClose={() => question.onOpenChange(false)} /> : null
}
