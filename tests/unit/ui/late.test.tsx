import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '@/ui/dialogs/dialog'
import { inDialog, inPage, nothing, onDemand } from '@/ui/late'
import { pressing } from '../pressing'

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
  render(<Page dialog={onDemand(load, inDialog)} />)
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

test('a dialog is not loaded with its page, but with the first touch on it, once that was answered', async () => {
  const { load } = page()
  expect(load).not.toHaveBeenCalled()
  const endPress = pressing()
  fireEvent.pointerMove(document.body)
  expect(load).not.toHaveBeenCalled()
  endPress()
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
})

test('a dialog whose code has come opens at once', async () => {
  const { load, come } = page()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
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
  expect(screen.getByRole('alert')).toHaveTextContent(/couldn’t be loaded\. Check your connection/)
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

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/abc.js')

test('a failure before a dialog is wanted does not show when it is wanted', async () => {
  const { load, fail, come } = page()
  fireEvent.pointerMove(document.body)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await fail()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await come()
  expect(screen.getByRole('dialog', { name: 'Add Person' })).toBeVisible()
})

test('a piece of a page whose code does not come says so in its place, and can be tried again', async () => {
  const load = vi.fn(async () => () => <p>Her memories</p>)
  load.mockRejectedValueOnce(lost)
  const Memories = onDemand(load, inPage({ loading: 'Loading', errorTitle: 'Unable to load the memories' }))
  render(<Memories />)
  expect(await screen.findByText('Unable to load the memories')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Her memories')).toBeVisible()
})

test('a piece that the page works without is loaded when it is drawn, and left out if it does not come', async () => {
  const load = vi.fn(() => Promise.reject<ComponentType>(lost))
  const Strip = onDemand(load, nothing)
  fireEvent.pointerMove(document.body)
  expect(load).not.toHaveBeenCalled()
  const { container } = render(<Strip />)
  await act(async () => {})
  expect(load).toHaveBeenCalledOnce()
  expect(container).toBeEmptyDOMElement()
})
