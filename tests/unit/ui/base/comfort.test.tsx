import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyComfort } from '@/browser/comfort'
import { ComfortChoices } from '@/ui/base/comfort-choices'

const { dataset } = document.documentElement
const KEY = 'heartwood.comfort'

function forget() {
  localStorage.clear()
  for (const kind of Object.keys(dataset)) delete dataset[kind]
}
beforeEach(forget)
afterEach(() => {
  vi.restoreAllMocks()
  forget()
})

test('a person who chooses nothing gets the standard, and nothing is stored', () => {
  applyComfort()
  render(<ComfortChoices />)
  expect({ ...dataset }).toEqual({})
  expect(screen.getAllByRole('radio', { checked: true, hidden: true })).toHaveLength(3)
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('what is chosen applies at once, and again on the next page', async () => {
  const { unmount } = render(<ComfortChoices />)
  await userEvent.click(screen.getByLabelText('Largest'))
  await userEvent.click(screen.getByLabelText('As little as possible'))
  expect({ ...dataset }).toEqual({ text: 'largest', motion: 'less' })
  unmount()
  for (const kind of Object.keys(dataset)) delete dataset[kind]
  applyComfort()
  expect({ ...dataset }).toEqual({ text: 'largest', motion: 'less' })
  render(<ComfortChoices />)
  expect(screen.getByLabelText('Largest')).toBeChecked()
  expect(screen.getByLabelText('As little as possible')).toBeChecked()
})

test('the standard can be chosen again', async () => {
  localStorage.setItem(KEY, '{"contrast":"more"}')
  applyComfort()
  render(<ComfortChoices />)
  expect(dataset.contrast).toBe('more')
  await userEvent.click(screen.getAllByLabelText('Standard')[1] as HTMLElement)
  expect({ ...dataset }).toEqual({})
  applyComfort()
  expect({ ...dataset }).toEqual({})
})

test.each(['not JSON', '[]', 'null', '{"text":"huge","contrast":"standard","motion":{"a":1},"evil":"more"}'])(
  'what is in the storage applies only when it can be chosen: %s',
  (kept) => {
    localStorage.setItem(KEY, kept)
    applyComfort()
    expect({ ...dataset }).toEqual({})
  },
)

test('with blocked storage a choice applies until the page is left, and the panel says so', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked)
  applyComfort()
  render(<ComfortChoices />)
  await userEvent.click(screen.getByLabelText('Large'))
  expect({ ...dataset }).toEqual({ text: 'large' })
  expect(screen.getByText(/doesn’t let us remember it/)).not.toHaveAttribute('hidden')
  expect(screen.getByText('This device will remember it.')).toHaveAttribute('hidden')
})
