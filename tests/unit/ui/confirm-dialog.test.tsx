import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog, type ConfirmDialogProps } from '@/ui/dialog'

function dialog(props: Partial<ConfirmDialogProps> = {}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      title="Remove Anna?"
      consequence="Anna will no longer see your plan."
      confirmLabel="Yes, remove"
      busyLabel="Removing…"
      onConfirm={() => {}}
      {...props}
    />
  )
}

test('a confirmation dialog has a name and a description, and focuses Cancel first', () => {
  render(dialog())
  const box = screen.getByRole('alertdialog', { name: 'Remove Anna?' })
  expect(box).toHaveAccessibleDescription('Anna will no longer see your plan.')
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})

test('a confirmation dialog confirms once, and closes with Cancel and Escape', async () => {
  const onConfirm = vi.fn()
  const onOpenChange = vi.fn()
  render(dialog({ onConfirm, onOpenChange }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange.mock.calls).toEqual([[false], [false]])
})

test('a busy confirmation dialog cannot be closed or confirmed again', async () => {
  const onConfirm = vi.fn(() => new Promise(() => {}))
  const onOpenChange = vi.fn()
  render(dialog({ onConfirm, onOpenChange }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  await userEvent.click(screen.getByRole('button', { name: 'Removing…' }))
  await userEvent.keyboard('{Escape}')
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('a confirmation dialog shows inside why the action failed, until it is tried again', async () => {
  const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(dialog({ onConfirm: () => onConfirm() }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  expect(screen.getByRole('alert')).toHaveTextContent('We could not reach the server.')
  onConfirm.mockResolvedValueOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onConfirm).toHaveBeenCalledTimes(2)
})
