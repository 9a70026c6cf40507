import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfirmDialog, Dialog } from '@/ui/dialogs/dialog'

function Page() {
  const [open, setOpen] = useState<'dialog' | 'question'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <button type="button" onClick={() => setOpen('dialog')}>
        Edit
      </button>
      <button type="button" onClick={() => setOpen('question')}>
        Delete
      </button>
      {open === 'dialog' ? (
        <Dialog title="Edit" onClose={close}>
          <input aria-label="Name" />
        </Dialog>
      ) : null}
      <ConfirmDialog
        open={open === 'question'}
        onOpenChange={close}
        title="Delete it?"
        consequence="It will be gone."
        confirmLabel="Delete"
        onConfirm={close}
      />
    </>
  )
}

/** Presses as a browser does: React then draws what can't wait in a microtask, and the rest in later tasks. */
async function press(name: string): Promise<void> {
  screen.getByRole('button', { name }).click()
  await Promise.resolve()
}

test.for([
  ['Edit', 'dialog'],
  ['Delete', 'alertdialog'],
] as const)(
  'the press on “%s” is answered before its dialog is drawn, and Close ends it at once',
  async ([name, role]) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    onTestFinished(() => void vi.unstubAllGlobals())
    render(<Page />)
    await press(name)
    expect(screen.queryByRole(role)).toBeNull()
    expect(await screen.findByRole(role)).toBeVisible()
    await press(role === 'dialog' ? 'Close' : 'Cancel')
    expect(screen.queryByRole(role)).toBeNull()
  },
)
