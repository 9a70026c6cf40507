import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

// As setup.ts replaces it, it would be one for all tests.
vi.unmock('@/ui/base/toaster')

// What was loaded by one test must not be there for the next.
beforeEach(() => void vi.resetModules())

async function open() {
  const { Toaster } = await import('@/ui/base/toaster')
  const toasts = await import('@/browser/toasts')
  render(<Toaster />)
  return toasts
}

const region = () => screen.queryByRole('region', { name: /Notifications/ })

test('the first toast is not lost while its code loads', async () => {
  const { toastDone } = await open()
  expect(region()).toBeNull()
  toastDone({ title: 'Contact saved' })
  expect(await screen.findByText('Contact saved')).toBeVisible()
})

test('a toast that comes before the toaster waits for it', async () => {
  const { toastDone } = await import('@/browser/toasts')
  toastDone({ title: 'Account Deleted' })
  await open()
  expect(await screen.findByText('Account Deleted')).toBeVisible()
})

test('the place of toasts is there after the first touch, before any toast', async () => {
  await open()
  expect(region()).toBeNull()
  fireEvent.pointerDown(document.body)
  expect(await screen.findByRole('region', { name: /Notifications/ })).toBeInTheDocument()
})

test('forgetting toasts loads nothing when there were none', async () => {
  const { forgetToasts, sonner } = await open()
  forgetToasts()
  expect(sonner.now()).toMatchObject({ data: undefined, isFetching: false })
})

test.each([
  ['disappears by itself', {}, 0],
  ['that tells what is still to be done stays', { stays: true }, 1],
])('a toast %s', async (_, how, left) => {
  vi.useFakeTimers()
  try {
    const { toastDone } = await open()
    toastDone({ title: 'Signed out there', ...how })
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByText('Signed out there')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryAllByText('Signed out there')).toHaveLength(left)
  } finally {
    vi.useRealTimers()
  }
})

test('a toast takes the place of one that says the same', async () => {
  const { toastDone } = await open()
  for (const title of ['Saved', 'File uploaded', 'Saved']) toastDone({ title })
  expect(await screen.findByText('File uploaded')).toBeVisible()
  await waitFor(() => expect(screen.getAllByText('Saved')).toHaveLength(1))
})

test('a toast that something worked goes when a dialog opens, and a problem stays', async () => {
  const { toastDone, toastProblem, forgetDone } = await open()
  toastDone({ title: 'Contact added' })
  toastProblem({ title: 'Not saved' })
  expect(await screen.findByText('Contact added')).toBeVisible()
  forgetDone()
  await waitFor(() => expect(screen.queryByText('Contact added')).toBeNull())
  expect(screen.getByText('Not saved')).toBeVisible()
})
