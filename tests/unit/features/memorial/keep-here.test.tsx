import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { KeepHere } from '@/features/memorial/first-days/keep-here'

afterEach(() => vi.unstubAllGlobals())

/** A browser that has promised something already, or answers so when asked. */
function browser({
  before = false,
  answer = async () => true,
}: {
  before?: boolean
  answer?: () => Promise<boolean>
}) {
  vi.stubGlobal('navigator', { ...navigator, storage: { persisted: async () => before, persist: answer } })
}
const press = async () =>
  userEvent.setup().click(await screen.findByRole('button', { name: 'Ask this browser to keep it' }))
const promised = /has promised to keep it that long/

test('what is kept on the device is said to stay 14 days at most, and Safari to delete it sooner', async () => {
  browser({})
  render(<KeepHere />)
  expect(await screen.findByText(/for up to 14 days/)).toBeVisible()
  expect(screen.getByText(/Safari does when you don’t open Heartwood for 7 days/)).toBeVisible()
  expect(screen.queryByText(promised)).toBeNull()
})

test('a browser that promises to keep what is on the device is taken at its word', async () => {
  browser({})
  render(<KeepHere />)
  await press()
  expect(await screen.findByText(promised)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a browser that promised it before is not asked again', async () => {
  browser({ before: true })
  render(<KeepHere />)
  expect(await screen.findByText(promised)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['refuses', async () => false],
  ['fails', async () => Promise.reject(new Error('blocked'))],
])('a browser that %s to keep what is on the device is said not to promise it', async (_, answer) => {
  browser({ answer })
  render(<KeepHere />)
  await press()
  expect(await screen.findByText(/doesn’t promise to keep it/)).toBeVisible()
  expect(screen.queryByText(promised)).toBeNull()
})

test('a browser without such a promise is said not to give it', async () => {
  vi.stubGlobal('navigator', { ...navigator, storage: undefined })
  render(<KeepHere />)
  await press()
  expect(await screen.findByText(/doesn’t promise to keep it/)).toBeVisible()
})
