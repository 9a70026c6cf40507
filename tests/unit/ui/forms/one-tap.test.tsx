import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FormFrame } from '@/ui/forms/form-frame'

const place = { clientX: 100, clientY: 300, detail: 1 }

function open() {
  const submit = vi.fn()
  render(
    <FormFrame busy={false} submit={submit} submitLabel="Add Document">
      <label>
        <input type="radio" name="type" /> Other
      </label>
    </FormFrame>,
  )
  return { submit, button: screen.getByRole('button'), other: screen.getByRole('radio') }
}
const tap = (target: HTMLElement, at = place) => {
  fireEvent(target, new MouseEvent('pointerdown', { bubbles: true, ...at }))
  fireEvent.click(target, at)
}

test('the second half of a double tap chooses nothing when the form has moved beneath the finger', () => {
  const { button, other, submit } = open()
  tap(button)
  tap(other)
  expect(submit).toHaveBeenCalledOnce()
  expect(other).not.toBeChecked()
  // A key still does.
  fireEvent.click(other)
  expect(other).toBeChecked()
})

test('a tap elsewhere chooses at once', () => {
  const { button, other } = open()
  tap(button)
  tap(other, { ...place, clientY: 100 })
  expect(other).toBeChecked()
})
