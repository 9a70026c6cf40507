import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '@/ui/base/button'

test('a busy button says so, keeps the focus, and neither acts nor submits', async () => {
  const act = vi.fn()
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy} busyLabel="Saving..." onClick={act}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(submit).toHaveBeenCalledOnce()
  rerender(form(true))
  const button = screen.getByRole('button', { name: /Saving\.\.\./ })
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button).toHaveFocus()
  await userEvent.click(button)
  await userEvent.type(screen.getByRole('textbox'), '{Enter}')
  expect(submit).toHaveBeenCalledOnce()
  expect(act).toHaveBeenCalledOnce()
})

test('a double-click presses a button once; another press afterward counts again', async () => {
  const act = vi.fn()
  render(<Button onClick={act}>Send</Button>)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }))
  expect(act).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(act).toHaveBeenCalledTimes(2)
})

test('a double-click submits a form once, and Enter held down presses a button once', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit">Save</Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.dblClick(button)
  expect(submit).toHaveBeenCalledOnce()
  button.focus()
  await userEvent.keyboard('{Enter>5/}')
  expect(submit).toHaveBeenCalledTimes(2)
})
