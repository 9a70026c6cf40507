import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, expect, test, vi } from 'vitest'
import { Toaster } from '@/ui/base/toaster'
import { ConfirmDialog, type ConfirmDialogProps, Dialog } from '@/ui/dialogs/dialog'

afterEach(() => void toast.dismiss())

function dialog(props: Partial<ConfirmDialogProps> = {}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      title="Remove Anna?"
      consequence="Anna will no longer see your plan."
      confirmLabel="Yes, remove"
      busyLabel="Removing..."
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

test('a confirmation dialog that has just become busy cannot be canceled or confirmed again', async () => {
  const onConfirm = vi.fn(() => new Promise(() => {}))
  const onOpenChange = vi.fn()
  render(dialog({ onConfirm, onOpenChange }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  await userEvent.click(screen.getByRole('button', { name: 'Removing...' }))
  await userEvent.keyboard('{Escape}')
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('a confirmation dialog shows inside why the action failed, until it is tried again', async () => {
  const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(dialog({ onConfirm: () => onConfirm() }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t reach the server.')
  onConfirm.mockResolvedValueOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onConfirm).toHaveBeenCalledTimes(2)
})

test('a double-click confirms once', async () => {
  const onConfirm = vi.fn(() => Promise.resolve())
  render(dialog({ onConfirm }))
  await userEvent.dblClick(screen.getByRole('button', { name: 'Yes, remove' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('a confirmation that is not answered at once can be closed after a second, and says after five that it takes long', () => {
  vi.useFakeTimers()
  const onOpenChange = vi.fn()
  render(dialog({ onConfirm: () => new Promise(() => {}), onOpenChange }))
  fireEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  act(() => vi.advanceTimersByTime(900))
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  act(() => vi.advanceTimersByTime(100))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onOpenChange.mock.calls).toEqual([[false], [false]])
  act(() => vi.advanceTimersByTime(4_000))
  expect(screen.getByRole('status')).toHaveTextContent(
    'This is taking longer than usual. Please check your connection. You can close this',
  )
  vi.useRealTimers()
})

test('what fails after its question was closed is told by a toast', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let fail = (_reason: Error) => {}
  const onConfirm = () =>
    new Promise<void>((_resolve, reject) => {
      fail = reject
    })
  render(
    <>
      {dialog({ onConfirm, failureTitle: 'Unable to remove Anna' })}
      <Toaster />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Yes, remove' }))
  act(() => vi.advanceTimersByTime(1_000))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fail(new TypeError('Failed to fetch'))
  expect(await screen.findByText('Unable to remove Anna', { selector: '[data-title]' })).toBeVisible()
  vi.useRealTimers()
})

test('the second half of a double-click on what opened a dialog does not close it; a click outside later does', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const onClose = vi.fn()
  render(
    <Dialog title="Add Contact" onClose={onClose}>
      Fields
    </Dialog>,
  )
  const clickOutside = () => {
    fireEvent.pointerDown(document.body)
    fireEvent.click(document.body)
    act(() => vi.advanceTimersByTime(1))
  }
  act(() => vi.advanceTimersByTime(100))
  clickOutside()
  expect(onClose).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(500))
  clickOutside()
  expect(onClose).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('a dialog with a form begins in its first field, or at the chosen one of its radio buttons', () => {
  const { rerender } = render(
    <Dialog key="text" title="Add Contact" onClose={() => {}}>
      <input aria-label="Name" />
      <input aria-label="Phone" />
    </Dialog>,
  )
  expect(screen.getByLabelText('Name')).toHaveFocus()
  rerender(
    <Dialog key="choice" title="Open your plan?" onClose={() => {}}>
      <input type="radio" aria-label="For 30 days" />
      <input type="radio" aria-label="Until I hide it" defaultChecked />
    </Dialog>,
  )
  expect(screen.getByLabelText('Until I hide it')).toHaveFocus()
})
