import { useState } from 'react'
import { inDialog, onDemand } from '@/ui/late'
import type { ConfirmDialogProps } from './dialog'

const Question = onDemand<ConfirmDialogProps>(
  async () => (await import('./dialog')).ConfirmDialog,
  (code, { open, onOpenChange }) => open && inDialog(code, { onClose: () => onOpenChange(false) }),
)

/** Asks as ConfirmDialog in dialog.tsx does, on any page: the code of dialogs, 12 kB, is not part of it. */
export function ConfirmDialog(question: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(question.open)
  if (question.open && !wasOpened) setWasOpened(true)
  return wasOpened ? <Question {...question} /> : null
}
