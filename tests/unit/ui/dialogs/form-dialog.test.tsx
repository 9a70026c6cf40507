import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patterns } from '@/lib/paths'
import { FormDialog } from '@/ui/dialogs/form-dialog'
import { FormFrame } from '@/ui/forms/form-frame'
import { useAction } from '@/ui/hooks/use-action'
import { renderPage } from '../../render'

const answer = { arrive: () => {}, fail: () => {} }

/** A dialog whose save is answered when the test says so. */
function Page() {
  const [isOpen, setOpen] = useState(true)
  const { busy, follow } = useAction()
  const [text, setText] = useState('')
  const save = async () => {
    await new Promise<void>((resolve, reject) => {
      answer.arrive = resolve
      answer.fail = () => reject(new TypeError('Failed to fetch'))
    })
    setOpen(false)
  }
  if (!isOpen) return <h1>Contacts</h1>
  return (
    <FormDialog title="Add Contact" unsaved={text !== ''} busy={busy} onClose={() => setOpen(false)}>
      {(close) => (
        <FormFrame busy={busy} submit={() => follow(save())} submitLabel="Add" onCancel={close}>
          <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
        </FormFrame>
      )}
    </FormDialog>
  )
}

const dialog = () => screen.getByRole('dialog', { name: 'Add Contact' })
const question = () => within(screen.getByRole('alertdialog', { name: 'Close while it’s being saved?' }))
const press = (name: string, place: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(place.getByRole('button', { name }))

/** Types a name and saves it. What questions need is loaded before the clock is stopped. */
async function save() {
  renderPage({ page: Page, pattern: patterns.contacts })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Carl' } })
  press('Cancel')
  press('Keep editing', within(await screen.findByRole('alertdialog')))
  vi.useFakeTimers()
  press('Add')
}

beforeEach(() => vi.useRealTimers())
afterEach(() => vi.useRealTimers())

test('a form that is being saved can be left at once by Cancel, Close and Escape, which ask first', async () => {
  await save()
  for (const way of [
    () => press('Cancel', within(dialog())),
    () => press('Close', within(dialog())),
    () => fireEvent.keyDown(dialog(), { key: 'Escape' }),
  ]) {
    way()
    expect(question().getByText(/^It’s being saved right now\./)).toBeVisible()
    press('Stay here', question())
    expect(screen.getByLabelText('Name')).toHaveValue('Carl')
  }
  press('Cancel', within(dialog()))
  press('Close', question())
  expect(screen.getByRole('heading', { name: 'Contacts' })).toBeInTheDocument()
})

test('the question about a form that is being saved disappears with the form once it is saved', async () => {
  await save()
  press('Cancel', within(dialog()))
  await act(async () => answer.arrive())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Contacts' })).toBeInTheDocument()
})

test('a form whose save stalls says so within six seconds, and what was typed stays', async () => {
  await save()
  expect(within(dialog()).getByRole('status')).toBeEmptyDOMElement()
  act(() => vi.advanceTimersByTime(5_999))
  expect(within(dialog()).getByRole('status')).toHaveTextContent(
    'This is taking longer than usual. Please check your connection.',
  )
  await act(async () => answer.fail())
  expect(within(dialog()).getByRole('status')).toBeEmptyDOMElement()
  expect(screen.getByLabelText('Name')).toHaveValue('Carl')
})
