import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { onDemand } from '@/ui/base/on-demand'
import { Dialog } from '@/ui/dialogs/dialog'

interface Props {
  onClose: () => void
}

const AddPerson = ({ onClose }: Props) => (
  <Dialog title="Add Person" onClose={onClose}>
    <input aria-label="Name" />
  </Dialog>
)

function Page({ dialog: OnDemand }: { dialog: ComponentType<Props> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <textarea aria-label="Notes" />
      <button type="button" onClick={() => setOpen(true)}>
        Add
      </button>
      {open ? <OnDemand onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** A page with a button that opens a dialog, whose code comes or fails when the test says so. */
function page() {
  const asked: { resolve: (dialog: ComponentType<Props>) => void; reject: (error: Error) => void }[] = []
  const load = vi.fn(
    () => new Promise<ComponentType<Props>>((resolve, reject) => void asked.push({ resolve, reject })),
  )
  render(<Page dialog={onDemand(load)} />)
  return {
    load,
    come: () =>
      act(async () => {
        for (const { resolve } of asked) resolve(AddPerson)
      }),
    fail: () =>
      act(async () => {
        for (const { reject } of asked.splice(0))
          reject(new TypeError('Failed to fetch dynamically imported module: /assets/abc.js'))
      }),
  }
}

test('a dialog is not loaded with its page, but with the first touch on it', () => {
  const { load } = page()
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerMove(document.body)
  expect(load).toHaveBeenCalledOnce()
})

test('a dialog whose code has come opens at once', async () => {
  const { come } = page()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await come()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByRole('dialog', { name: 'Add Person' })).toBeVisible()
})

test('a dialog opened before its code has come shows as soon as it comes, takes the focus, and gives it back', async () => {
  const { come } = page()
  const button = screen.getByRole('button', { name: 'Add' })
  await userEvent.click(button)
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  await come()
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(screen.queryByText('Loading...')).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(button).toHaveFocus()
})

test('a dialog whose code does not come leaves the page with what was typed, and can be tried again', async () => {
  const { come, fail } = page()
  await userEvent.type(screen.getByLabelText('Notes'), 'not saved')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await fail()
  expect(screen.getByRole('alert')).toHaveTextContent(/couldn't be loaded\. Check your connection/)
  expect(screen.getByLabelText('Notes')).toHaveValue('not saved')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await come()
  expect(screen.getByRole('dialog', { name: 'Add Person' })).toBeVisible()
})

test('a person can give up waiting for a dialog whose code does not come', async () => {
  const { fail } = page()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await fail()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
