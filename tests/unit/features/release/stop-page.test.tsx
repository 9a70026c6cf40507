import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component as StopOpeningPage } from '@/features/release/stop-opening-page'
import { Component as StopPage } from '@/features/release/stop-page'
import { patterns } from '@/lib/paths'
import { type Answer, fakeSupabase, json, offline } from '../../fake-supabase'
import { renderPage } from '../../render'

const words = "I'm alive: stop this"
const open = (answer: Answer | Answer[], hash = '#a.token') => {
  const calls = fakeSupabase({ 'POST functions/stop-release': answer })
  return { calls, ...renderPage({ page: StopPage, pattern: patterns.stop, at: `${patterns.stop}${hash}` }) }
}
const refused = (code: string, status: number) => json({ error: { code, message: '' } }, status)

test('the link of the mail stops a release only when its button is pressed', async () => {
  const { user, calls } = open(json({ stopped: true }))
  const button = await screen.findByRole('button', { name: words })
  expect(calls).toEqual([])
  await user.click(button)
  expect(await screen.findByText('Stopped')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
  expect(screen.queryByRole('button', { name: words })).toBeNull()
})

test.each([
  ['HW004', 409, "There's nothing to stop"],
  ['HW064', 404, "This link doesn't work"],
])('the link of the mail says when it has no effect: %s', async (code, status, title) => {
  const { user } = open(refused(code, status))
  await user.click(await screen.findByRole('button', { name: words }))
  expect(await screen.findByText(title)).toBeVisible()
})

test('a link without its token offers to sign in', async () => {
  open(json({}), '')
  expect(await screen.findByText("This link doesn't work")).toBeVisible()
})

test('a release that could not be stopped because the connection failed can be tried again', async () => {
  const { user } = open([offline, json({ stopped: true })])
  await user.click(await screen.findByRole('button', { name: words }))
  expect(await screen.findByText("We couldn't stop it just now")).toBeVisible()
  await user.click(screen.getByRole('button', { name: words }))
  expect(await screen.findByText('Stopped')).toBeVisible()
})

test('the link of an email about the first hours closes them only when its button is pressed', async () => {
  const calls = fakeSupabase({ 'POST functions/stop-opening': json({ stopped: true }) })
  const { user } = renderPage({
    page: StopOpeningPage,
    pattern: patterns.stopOpening,
    at: `${patterns.stopOpening}#a.token`,
  })
  const button = await screen.findByRole('button', { name: 'Close it' })
  expect(calls).toEqual([])
  await user.click(button)
  expect(await screen.findByText("It's closed")).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'a.token' }])
})
