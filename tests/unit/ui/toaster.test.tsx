import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

// What was loaded by one test must not be there for the next.
beforeEach(() => void vi.resetModules())

async function open() {
  const { Toaster } = await import('@/ui/toaster')
  const toasts = await import('@/lib/toasts')
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
  const { toastDone } = await import('@/lib/toasts')
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
  const { forgetToasts, timesToastsWanted } = await open()
  forgetToasts()
  expect(timesToastsWanted()).toBe(0)
})
